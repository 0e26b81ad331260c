import { useSignal } from '@preact/signals';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { base } from '../../app/base.ts';
import { locations, readLocations } from '../../app/locations.ts';
import { useResource } from '../../app/resource.ts';
import { Command } from '../../components/command.tsx';
import { Dialog } from '../../components/forms/dialog.tsx';
import { TextField } from '../../components/forms/field.tsx';
import { Icon } from '../../components/icon.tsx';
import { Refusal } from '../../components/state.tsx';
import { visible } from '../../format/visible-name.ts';
import { texts } from '../../texts/en/operate/agents.ts';

/** Makes a token for a location, shows the command for another machine, and tells when the agent is heard of. */
export function AddAgent({ onClose }: { onClose: () => void }) {
  const name = useSignal('');
  const made = useSignal<{ id: number; token: string } | undefined>(undefined);
  const action = useAction(async () => {
    const id = await locationNamed(name.value.trim());
    const { token } = await api.call('POST /api/v1/enrolment/tokens', { body: { location_id: id } });
    made.value = { id, token };
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
          <Command text={agentCommand(made.value.token)} />
          <p class="soft small">{texts.keyNote}</p>
          <Arrival locationId={made.value.id} />
        </>
      )}
    </Dialog>
  );
}

/** Finds the location of that name, or makes it. */
async function locationNamed(name: string): Promise<number> {
  const known = locations.value.find((location) => location.location_name === name);
  if (known !== undefined) return known.id;
  const made = await api.call('POST /api/v1/dns-monitoring/locations', { body: { location_name: name } });
  return made.id;
}

/** Writes the command that enrols and starts an agent on another machine, from a checkout there. */
export function agentCommand(token: string): string {
  const url = base.href.replace(/\/$/, '');
  return `echo ${token} | ./sonde agent enrol ${url}\n./sonde agent run`;
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
