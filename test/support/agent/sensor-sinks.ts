import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import type { ChosenSink } from '../../../sensor/sinks/messages.ts';
import { Sinks } from '../../../sensor/sinks/sinks.ts';
import { type EncryptedFlow, encodeFlows } from '../../../shared/batch/encrypted-flow.ts';
import { closeOf, startShipper } from './agent-shipper.ts';
import { startFakeCollector } from './fake-collector.ts';

export interface RunningSinks {
  readonly sinks: Sinks;
  readonly send: (rows: number, prefix?: string) => void;
  /** Hands over tellings of connections. */
  readonly tell: (flows: readonly EncryptedFlow[]) => void;
  readonly stop: (milliseconds: number) => Promise<void>;
  readonly log: string[];
}

/** A shipper to a collector, with sinks beside it. */
export async function startSinks(
  t: ExecutionContext,
  directory: string,
  chosen: readonly ChosenSink[],
  spoolBytes = 64 * 1024 * 1024,
): Promise<RunningSinks> {
  const log: string[] = [];
  const collector = await startFakeCollector(t);
  const sinks = await Sinks.start(
    {
      sinks: chosen.map((sink) => sink),
      spoolDirectory: join(directory, 'sinks'),
      filesDirectory: join(directory, 'files'),
      spoolBytes,
      host: 'sensor.example',
      runId: randomUUID(),
    },
    (_level, message) => log.push(message),
  );
  const shipper = await startShipper(t, directory, [collector.url], { sinkFeed: sinks.feed });
  let stopped: Promise<void> | undefined;
  const stop = (milliseconds: number): Promise<void> => {
    stopped ??= shipper.stop(60_000).then(() => sinks.stop(milliseconds));
    return stopped;
  };
  t.teardown(() => stop(0));
  const tell = (flows: readonly EncryptedFlow[]): void => {
    shipper.shipper.flows(encodeFlows(flows), flows.length);
    shipper.shipper.close(closeOf(shipper.handed()), true);
  };
  return { sinks, send: shipper.send, tell, stop, log };
}
