"""The subcommands of ``overruff``, a file each; ``add(commands)`` of a file makes its parser."""
