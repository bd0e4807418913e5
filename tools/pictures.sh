#!/bin/sh
# Draws the pictures of README and docs, which the tests compare with what the demo draws now.
#
#   tools/pictures.sh [PROGRAM]        PROGRAM: build/src/verlet-lab

set -eu
cd "$(dirname "$0")/.."
program=${1:-build/src/verlet-lab}
mkdir -p docs/pictures
for scene in ball-on-string cloth constraint-lab; do
    "$program" render "scenes/$scene.yaml" --at 1 --png "docs/pictures/$scene.png" --size 1280x720
    echo "docs/pictures/$scene.png"
done
