#!/bin/sh
# Draws the pictures of README and docs, which the tests compare with what the demo draws now.
#
#   tools/pictures.sh [PROGRAM [FOLDER]]     build/src/verlet-lab and docs/pictures

set -eu
cd "$(dirname "$0")/.."
program=${1:-build/src/verlet-lab}
folder=${2:-docs/pictures}
mkdir -p "$folder"
# scene and the time at which it is drawn, s
for picture in opening:7.5 rope:5 stoermer:100 cloth:1 chain:1 draped-sheet:2 engines:1 flag:2; do
    scene=${picture%:*}
    "$program" render "scenes/$scene.yaml" --at "${picture#*:}" --png "$folder/$scene.png" \
        --size 1280x720
    echo "$folder/$scene.png"
done
# experiments and what keys show: name, scene, time, keys
while read -r name scene time keys; do
    "$program" render "scenes/$scene.yaml" --at "$time" --keys "$keys" \
        --png "$folder/$name.png" --size 1280x720
    echo "$folder/$name.png"
done <<END
order-lab oscillator 2 F3
ledger chain 5 Ctrl+P,Ctrl+P
stability spring-chain 1 F3
phase oscillator 10 F3,F3,F3,B
contacts wrecking-ball 3 Ctrl+P,Ctrl+P
estimator estimator 20 estimator
explicit-euler oscillator 5 A
exact-orbit orbit 2 A
torsion-pendulum torsion-pendulum 9 A,paths
mistake broken-halved-gravity 8 A
END
