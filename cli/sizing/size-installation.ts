import { measured, octetsAt } from './measured.ts';

const secondsOfDay = 86_400;

/** A demand is what an installation is to take, and the machines that it may have. */
export interface Demand {
  /** Queries a second, as the mean of a day. */
  readonly rate: number;
  /** Days that queries are kept, the details of queries, and what is made of the queries. */
  readonly days: number;
  readonly detailDays: number;
  readonly rollupDays: number;
  /** Copies of the store. */
  readonly replicas: number;
  /** The busiest minute of a day, as a multiple of the mean. */
  readonly peak: number;
  /** Processors and octets of disk of one machine. */
  readonly processors: number;
  readonly diskOctets: number;
}

/** A size is what a demand takes. Octets are decimal, processors are parts of one. */
export interface Size {
  readonly rowsADay: number;
  readonly rowsKept: number;
  readonly rowOctets: number;
  readonly countOctets: number;
  /** Of passive DNS, seen domains and the days of names. */
  readonly factOctets: number;
  /** Of all copies. */
  readonly diskOctets: number;
  /** From sensors to collectors, octets a second as the mean of a day. */
  readonly networkOctets: number;
  /** Processors at the busiest time. */
  readonly agentProcessors: number;
  readonly collectorProcessors: number;
  readonly engineProcessors: number;
  /** Whether one machine takes all but the sensors. */
  readonly isOneMachine: boolean;
  readonly collectors: number;
  readonly shards: number;
  /** Machines for the store: shards times copies. */
  readonly storeMachines: number;
}

/** A processor is planned half full at the busiest time: the other half is for questions, and for what comes late. */
const fullProcessor = 0.5;
/** Merges need room for what they write beside what they read. */
const fullDisk = 0.7;

/** Computes what a demand takes, by the formulas of docs/sizing.md. */
export function sizeInstallation(demand: Demand): Size {
  const { rate, days, rollupDays, replicas, peak, processors } = demand;
  const rowsADay = rate * secondsOfDay;
  const detailDays = Math.min(demand.detailDays, days);
  const each = octetsAt(rowsADay);
  const rowOctets = rowsADay * each.rowOctets * (detailDays + (days - detailDays) * measured.bareShare);
  const countOctets = rowsADay * each.countOctets * rollupDays;
  const factOctets = octetsOfFacts(rowsADay * rollupDays);
  const octets = rowOctets + countOctets + factOctets;
  const collectorProcessors = rate * peak * measured.collectorSeconds;
  const engineProcessors = rate * peak * measured.engineSeconds;
  const usable = processors * fullProcessor;
  const isOneMachine =
    replicas === 1 &&
    collectorProcessors + engineProcessors <= usable &&
    octets <= demand.diskOctets * fullDisk;
  const shards = Math.max(
    Math.ceil(octets / (demand.diskOctets * fullDisk)),
    Math.ceil(engineProcessors / usable),
    1,
  );
  const collectors = isOneMachine
    ? 1
    : // One may go at any time, so one more than it takes; and each shard has one of its own.
      Math.max(Math.ceil(collectorProcessors / usable) + 1, shards);
  return {
    rowsADay,
    rowsKept: rowsADay * days,
    rowOctets,
    countOctets,
    factOctets,
    diskOctets: octets * replicas,
    networkOctets: rate * measured.batchOctets,
    agentProcessors: rate * peak * measured.agentSeconds,
    collectorProcessors,
    engineProcessors: engineProcessors * replicas,
    isOneMachine,
    collectors,
    shards,
    storeMachines: isOneMachine ? 1 : shards * replicas,
  };
}

function octetsOfFacts(rows: number): number {
  const { facts } = measured;
  return facts.octets * (rows / facts.rows) ** facts.exponent;
}
