import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { mixedTraffic } from '../../../agent/bench/mixed-traffic.ts';

/** The end of the wire that agents capture on. */
export const tap = 'tap';

/** A veth pair in the network namespace that this runs in, and a file of mixed traffic to send over it. */
export class ReplayedWire {
  /** Packets in the file. */
  readonly packets: number;
  readonly #capture: string;

  constructor(capture: string, messages: number) {
    this.#capture = capture;
    for (const command of [
      'link set lo up',
      `link add sender type veth peer name ${tap}`,
      // No neighbour discovery: what is sent is the traffic alone.
      'link set sender addrgenmode none',
      `link set ${tap} addrgenmode none`,
      'link set sender up',
      `link set ${tap} up`,
    ]) {
      execFileSync('ip', command.split(' '));
    }
    const { file, packets } = mixedTraffic(messages);
    writeFileSync(capture, file);
    this.packets = packets;
  }

  /** Sends the file so many times over; a rate of 0 is as fast as it can. */
  send(packetsPerSecond: number, loops: number): ChildProcess {
    const speed = packetsPerSecond === 0 ? ['--topspeed'] : [`--pps=${packetsPerSecond}`];
    const command = ['-i', 'sender', '-q', '-K', `--loop=${loops}`, ...speed, this.#capture];
    return spawn('tcpreplay', command, { stdio: 'ignore' });
  }

  /** Packets that were sent so far. */
  get sent(): number {
    const line = /^ *sender:(.*)$/m.exec(readFileSync('/proc/self/net/dev', 'utf8'))![1]!;
    return Number(line.trim().split(/ +/)[9]);
  }
}
