import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { systemClock as clock } from '@sonde/shared/system/system.ts';
import type { SecretBox } from '../../domain/people/access/secret-box.ts';
import { SinkPace } from '../../domain/traffic/sinks/sink-pace.ts';
import { openSinkSecret } from '../../domain/traffic/sinks/sink-secret.ts';
import { Sinks } from '../../domain/traffic/sinks/sinks.ts';
import type { SinkJournal } from '../../ports/sinks/journal.ts';
import { ProcessorWatch } from '../../workers/processor-watch.ts';
import { SinkWork } from '../../workers/sink-work.ts';
import type { Foundation } from '../foundation.ts';
import type { Stores } from '../stores/create-stores.ts';
import { createOutlets } from './create-outlets.ts';

/** Receivers outside that what is collected is passed on to. */
export function createSinks(
  {
    journal,
    isStoring,
    secrets,
    stores,
  }: {
    journal: SinkJournal;
    isStoring: () => boolean;
    secrets: SecretBox;
    stores: Pick<Stores, 'agentStates' | 'leases' | 'sinkStore' | 'threatChanges' | 'writeParquet'>;
  },
  { config, meter, log, stage, dataDirectory, collectorId }: Foundation,
) {
  const work = stage.add('threads for sinks', new SinkWork(log));
  const processors = stage.add('the watch of processors', new ProcessorWatch(isStoring));
  processors.start();
  const outlets = createOutlets(
    config,
    config.sinkDirectory === undefined ? join(dataDirectory, 'sinks') : resolve(config.sinkDirectory),
    stores.writeParquet,
  );
  const sinkHost = hostname();
  const sinks = stage.add(
    'sinks',
    new Sinks({
      ...stores,
      journal,
      prepare: work.prepare,
      pace: new SinkPace({
        isBusy: () => processors.isBusy,
        longestDelay: config.sinkDelay,
        journal,
        maxBytes: config.sinkBytes,
        clock,
      }),
      outlets,
      openSecret: (sink) => openSinkSecret(sink, secrets),
      collectorId,
      host: sinkHost,
      meter,
      log,
      clock,
    }),
  );
  return { sinks, outlets, sinkHost };
}
