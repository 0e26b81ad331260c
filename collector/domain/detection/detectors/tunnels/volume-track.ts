import { ForgetfulSet } from '../../state/forgetful-set.ts';
import { textHash } from '../../state/text-hash.ts';
import type { VolumeSettings } from './tunnel-settings.ts';

const windows = [600, 3_600, 86_400] as const;
/** Each window has this many times the exempt octets of ten minutes. */
const exemptFactors = [1, 4, 20] as const;
const samples = 5;
const shortestLabel = 4;
/** Seconds between two findings of one track. */
const telling = 10;

interface Sums {
  since: number;
  up: number;
  down: number;
  exemptUp: number;
  exemptDown: number;
}

interface Found {
  readonly window: number;
  readonly up: number;
  readonly down: number;
  readonly limit: number;
}

/**
 * A volume track counts the octets that passed between one client and one domain, in windows of ten minutes, an hour
 * and a day.
 */
export class VolumeTrack {
  readonly samples: string[] = [];
  #names = new ForgetfulSet();
  #labels = new ForgetfulSet();
  #data = new ForgetfulSet();
  readonly #sums: Sums[];
  #unreported = 0;
  #told = 0;
  #namesSeen = 0;
  #upSeen = 0;

  constructor(at: number) {
    this.#sums = windows.map(() => ({ since: at, up: 0, down: 0, exemptUp: 0, exemptDown: 0 }));
  }

  /** Different names, of the day's window. */
  get names(): number {
    return this.#namesSeen;
  }

  /** New octets of a name on average. */
  get meanUp(): number {
    return this.#namesSeen === 0 ? 0 : this.#upSeen / this.#namesSeen;
  }

  /** Begins the windows anew that are over. */
  turn(at: number): void {
    for (let index = 0; index < windows.length; index++) {
      const sums = this.#sums[index]!;
      if (at - sums.since < windows[index]!) continue;
      if (index === windows.length - 1) {
        this.#namesSeen = 0;
        this.#upSeen = 0;
      }
      sums.since = at;
      sums.up = 0;
      sums.down = 0;
      sums.exemptUp = 0;
      sums.exemptDown = 0;
    }
  }

  isNewName(hash: number): boolean {
    return this.#names.add(hash);
  }

  isNewData(hash: number): boolean {
    return this.#data.add(hash);
  }

  /** New data stands for so much. */
  get dataWeight(): number {
    return this.#data.weight;
  }

  /** Octets of the labels of a new name that were not there before; short ones are hosts and counters. */
  newLabels(subdomain: string): number {
    let octets = 0;
    for (let start = 0; start < subdomain.length; ) {
      const dot = subdomain.indexOf('.', start);
      const end = dot === -1 ? subdomain.length : dot;
      if (end - start >= shortestLabel && this.#isNewLabel(subdomain.slice(start, end)))
        octets += end - start;
      start = end + 1;
    }
    return octets * this.#names.weight * this.#labels.weight;
  }

  /** By other bits than those that names are known by: a name of one label has the same hash, and would weigh twice. */
  #isNewLabel(label: string): boolean {
    return this.#labels.add(textHash(label) >>> 16);
  }

  /** `exempt` octets count only as far as they go beyond what such look-ups take. */
  add(up: number, down: number, exempt: boolean, name: string): void {
    for (const sums of this.#sums) {
      if (exempt) {
        sums.exemptUp += up;
        sums.exemptDown += down;
      } else {
        sums.up += up;
        sums.down += down;
      }
    }
    if (up > 0) {
      this.#namesSeen++;
      this.#upSeen += up;
    }
    this.#unreported++;
    if (this.samples.length < samples) this.samples.push(name);
    else this.samples[this.#unreported % samples] = name;
  }

  /** The window that lies furthest above its limit; undefined if none does. */
  worst(
    { tenMinuteOctets, hourOctets, dayOctets, exemptOctets }: VolumeSettings,
    factor: number,
  ): Found | undefined {
    const limits = [tenMinuteOctets, hourOctets, dayOctets];
    let worst: Found | undefined;
    let share = 0;
    for (let index = 0; index < windows.length; index++) {
      const { exemptUp, exemptDown, ...counted } = this.#sums[index]!;
      const limit = limits[index]! * factor;
      const beyond = exemptUp + exemptDown - exemptOctets * exemptFactors[index]! * factor;
      const up = counted.up + (beyond > 0 ? exemptUp : 0);
      const down = counted.down + (beyond > 0 ? exemptDown : 0);
      const sum = counted.up + counted.down + Math.max(0, beyond);
      if (sum < limit || (worst !== undefined && sum / limit <= share)) continue;
      share = sum / limit;
      worst = {
        window: windows[index]!,
        up: Math.round(up),
        down: Math.round(down),
        limit: Math.round(limit),
      };
    }
    return worst;
  }

  /** At most once in a while, since a flood of findings says no more than one. */
  isWorthTelling(at: number): boolean {
    if (at - this.#told < telling) return false;
    this.#told = at;
    return true;
  }

  takeUnreported(): number {
    const count = this.#unreported;
    this.#unreported = 0;
    return count;
  }
}
