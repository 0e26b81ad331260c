import { useSignal } from '@preact/signals';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { base } from '../../app/base.ts';
import { readLocations } from '../../app/locations.ts';
import { useResource } from '../../app/resource.ts';
import { Command } from '../../components/command.tsx';
import { Dialog } from '../../components/forms/dialog.tsx';
import { TextField } from '../../components/forms/field.tsx';
import { Icon } from '../../components/icon.tsx';
import { Refusal } from '../../components/state.tsx';
import { visible } from '../../format/visible-name.ts';
import { texts } from '../../texts/en/operate/agents.ts';

/** Makes a location with its key, shows the command for another machine, and tells when the agent is heard of. */
export function AddAgent({ onClose }: { onClose: () => void }) {
  const name = useSignal('');
  const made = useSignal<{ id: number; key: string } | undefined>(undefined);
  const action = useAction(async () => {
    const answer = await api.call('POST /api/v1/dns-monitoring/locations', {
      body: { location_name: name.value.trim() },
    });
    made.value = { id: answer.id, key: answer.api_key };
    void readLocations();
  });
  return (
    <Dialog title={texts.new} onClose={onClose}>
      {made.value === undefined ? (
        <form
          class="form"
          onSubmit={(event) => {
            event.preventDefault();
            void action.run();
          }}
        >
          <TextField
            label={texts.locationName}
            value={name.value}
            required
            autofocus
            onInput={(value) => {
              name.value = value;
            }}
          />
          <Refusal trouble={action.trouble} />
          <div class="dialog-foot">
            <button type="submit" class="button first" disabled={action.busy}>
              {texts.make}
            </button>
          </div>
        </form>
      ) : (
        <>
          <p>{texts.once}</p>
          <Command text={agentCommand(made.value.key)} />
          <p class="soft small">{texts.keyNote}</p>
          <Arrival locationId={made.value.id} />
        </>
      )}
    </Dialog>
  );
}

/** Writes the command that starts an agent on another machine, from a checkout there. */
export function agentCommand(key: string): string {
  const url = base.href.replace(/\/$/, '');
  return `(umask 077; echo '${key}' > sonde.key)\n./sonde agent run --collector ${url} --key-file sonde.key`;
}

/** Waits for the first word of an agent at a location. */
export function Arrival({ locationId }: { locationId: number }) {
  const agents = useResource(
    `arrival at ${locationId}`,
    (signal) =>
      api.call('GET /api/v1/dns-monitoring/agents', { query: { location_id: locationId, runs: 1 }, signal }),
    { every: 2_000 },
  );
  const host = agents.data?.agents[0];
  return (
    <p class={host === undefined ? 'notice plain' : 'notice good'} role="status">
      <Icon name={host === undefined ? 'clock' : 'check'} />
      {host === undefined ? texts.waiting : texts.arrived(visible(host.host || host.agent_id))}
    </p>
  );
}
