import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useAction } from '../../../app/action.ts';
import { patientApi } from '../../../app/api.ts';
import { saveFile } from '../../../app/save-file.ts';
import { Command } from '../../../components/command.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Refusal } from '../../../components/state.tsx';
import { bytes } from '../../../format/numbers.ts';
import { texts as all } from '../../../texts/en/access/operation.ts';

const texts = all.backup;

/** Makes a backup of the collector and saves it in the browser, told how much of it is there. */
export function Backup() {
  const octets = useSignal(0);
  const made = useSignal<{ name: string; octets: number } | undefined>(undefined);
  const ending = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => ending.current?.abort(), []);
  const action = useAction(async () => {
    octets.value = 0;
    made.value = undefined;
    const stop = new AbortController();
    ending.current = stop;
    const name = `sonde-${new Date().toISOString().slice(0, 10)}.tar`;
    const pieces = patientApi.bytes('POST /api/admin/backups', { signal: stop.signal });
    const size = await saveFile(name, pieces, (so) => {
      octets.value = so;
    }).catch((error: unknown) => {
      // Whoever stops it needs no telling that it broke off.
      if (!stop.signal.aborted) throw error;
      return 0;
    });
    if (size > 0) made.value = { name, octets: size };
  });
  return (
    <Panel title={texts.title}>
      <p>{texts.lead}</p>
      <p class="soft">{texts.secret}</p>
      <div class="row">
        <button type="button" class="button" disabled={action.busy} onClick={() => void action.run()}>
          <Icon name="download" size={14} />
          {texts.make}
        </button>
        {action.busy && (
          <>
            <span class="soft" role="status">
              {octets.value === 0 ? texts.waiting : texts.making(bytes(octets.value))}
            </span>
            <button type="button" class="button quiet" onClick={() => ending.current?.abort()}>
              {texts.stop}
            </button>
          </>
        )}
      </div>
      <Refusal trouble={action.trouble} />
      {made.value !== undefined && (
        <>
          <p class="notice good" role="status">
            {texts.done(bytes(made.value.octets))}
          </p>
          <Command text={`sonde restore --data ./restored ${made.value.name}`} />
        </>
      )}
      <p class="soft small">{texts.command}</p>
      <Command text="sonde backup /mnt/backups/sonde.tar" />
    </Panel>
  );
}
