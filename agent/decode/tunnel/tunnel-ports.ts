import { layers } from '../layers.ts';

/** What is in UDP on these ports. */
const layersByPort: ReadonlyMap<number, number> = new Map([
  [4_789, layers.vxlan],
  // What Linux used for VXLAN before it had a port of its own.
  [8_472, layers.vxlan],
  [4_790, layers.vxlanGpe],
  [6_081, layers.geneve],
  [3_544, layers.teredo],
  [4_754, layers.gre],
  [6_635, layers.mpls],
  [2_152, layers.gtp],
  [1_701, layers.l2tp],
]);

/** The tunnel ports are the ports of tunnels over UDP in which packets are looked for. */
export const tunnelPorts: readonly number[] = [...layersByPort.keys()];

/**
 * Finds the tunnel layer of a packet's UDP ports: most tunnels are addressed to their port, from one that spreads the
 * load; the others use it at both ends.
 */
export function layerOfPorts(source: number, destination: number): number {
  const layer = layersByPort.get(destination);
  if (layer !== undefined) return layer;
  return source === 3_544 ? layers.teredo : layers.done;
}
