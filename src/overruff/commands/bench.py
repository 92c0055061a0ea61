"""``overruff bench``."""

from __future__ import annotations

import argparse
import json

from .. import bench
from .common import Commands


def add(commands: Commands) -> None:
    """Declare the command."""
    commands.add("bench", _bench, "nodes, seconds and nodes per second on the fixed suite")


def _bench(args: argparse.Namespace) -> int:
    """One row at a time, then the total, whose node count is the signature of the search."""
    nodes, seconds = 0, 0.0
    if not args.json:
        print(f"{'':18s} {'deals':>6s} {'NS':>6s} {'nodes':>14s} {'seconds':>9s} {'nodes/s':>12s}")
    for row in bench.run():
        nodes += row.nodes
        seconds += row.seconds
        if args.json:
            values = {"name": row.name, "deals": row.deals, "ns": row.ns, "nodes": row.nodes}
            print(json.dumps(values | {"seconds": row.seconds, "nodes_per_second": row.nodes_per_second}))
        else:
            print(
                f"{row.name:18s} {row.deals:6d} {row.ns:6d} {row.nodes:14d} {row.seconds:9.3f} "
                f"{row.nodes_per_second:12.0f}",
                flush=True,
            )
    speed = nodes / seconds if seconds else 0.0
    if args.json:
        print(json.dumps({"name": "total", "nodes": nodes, "seconds": seconds, "nodes_per_second": speed}))
    else:
        print(f"{'total':18s} {'':6s} {'':6s} {nodes:14d} {seconds:9.3f} {speed:12.0f}")
    return 0
