import { useSignal } from '@preact/signals';
import { useAction } from '../../../app/action.ts';
import { api } from '../../../app/api.ts';
import { locations } from '../../../app/locations.ts';
import { useResource } from '../../../app/resource.ts';
import { toast } from '../../../app/toasts.ts';
import { SelectField, TextField } from '../../../components/forms/field.tsx';
import { chosen, FormDialog, noteOf, typed } from '../../../components/forms/form.tsx';
import { Loaded } from '../../../components/state.tsx';
import { rolloutSteps } from '../../../domain/rollout-steps.ts';
import { count, ratio } from '../../../format/numbers.ts';
import { texts } from '../../../texts/en/operate/agent-settings.ts';
import type { Entry, Settings, States } from './entries.tsx';

/** Makes an entry or changes one, after showing whom it reaches. */
export function EntryDialog({
  settings,
  states,
  entry,
  onClose,
}: {
  settings: Settings;
  states: States | undefined;
  entry: Entry | undefined;
  onClose: () => void;
}) {
  const who = useSignal(whoText(entry));
  const percent = useSignal(String(entry?.rollout_percent ?? 10));
  const values = useSignal<Readonly<Record<string, string>>>(entry?.settings ?? {});
  const note = useSignal(entry?.note ?? '');
  const comment = useSignal('');
  const written = {
    ...(entry === undefined ? {} : { id: entry.id }),
    ...whoOfText(who.value),
    rollout_percent: Number(percent.value),
    settings: Object.fromEntries(Object.entries(values.value).filter(([, value]) => value !== '')),
    note: noteOf(note),
  };
  const entries =
    entry === undefined
      ? [...settings.entries, written]
      : settings.entries.map((other) => (other.id === entry.id ? written : other));
  const preview = useResource(
    JSON.stringify(entries),
    (signal) => api.call('POST /api/v1/dns-monitoring/agent-settings/preview', { body: { entries }, signal }),
    { keep: true },
  );
  const action = useAction(async () => {
    const body = { based_on: settings.version, entries, comment: noteOf(comment) };
    await api.call('PUT /api/v1/dns-monitoring/agent-settings', { body });
    toast(texts.saved);
    onClose();
  });
  const steps = [...new Set([...rolloutSteps, entry?.rollout_percent ?? 100])].sort(
    (one, other) => one - other,
  );
  return (
    <FormDialog
      title={entry === undefined ? texts.newEntry : texts.changeEntry(String(entry.id))}
      submit={texts.save}
      action={action}
      onClose={onClose}
    >
      <SelectField label={texts.who} {...chosen(who)} options={whoOptions(states)} />
      <SelectField
        label={texts.share}
        {...chosen(percent)}
        options={steps.map((step) => [String(step), ratio(step / 100)] as const)}
      />
      {settings.settings.map(({ name, help, default: usual }) => (
        <TextField
          key={name}
          label={name}
          hint={usual === null || usual === '' ? help : `${help} ${texts.usual(usual)}`}
          value={values.value[name] ?? ''}
          spellcheck={false}
          onInput={(value) => {
            values.value = { ...values.value, [name]: value };
          }}
        />
      ))}
      <TextField label={texts.note} {...typed(note)} maxLength={500} />
      <TextField label={texts.comment} {...typed(comment)} maxLength={500} />
      <section class="stack tight" aria-live="polite">
        <h3>{texts.preview}</h3>
        <Loaded of={preview} lines={3}>
          {({ agents, changed, count: all }) => (
            <>
              <p>{texts.reaches(count(changed), count(all))}</p>
              <ul class="chips">
                {agents
                  .filter((agent) => agent.changed)
                  .slice(0, 24)
                  .map(({ agent_id: id, host }) => (
                    <li key={id} class="badge">
                      {host || String(id)}
                    </li>
                  ))}
              </ul>
            </>
          )}
        </Loaded>
      </section>
    </FormDialog>
  );
}

function whoOptions(states: States | undefined): (readonly [string, string])[] {
  return [
    ['all', texts.allAgents],
    ...locations.value.map(
      ({ id, location_name: name }) => [`location ${id}`, texts.atLocation(name)] as const,
    ),
    ...(states?.agents ?? []).map(
      ({ agent_id: id, host }) => [`agent ${id}`, texts.oneAgent(host || String(id))] as const,
    ),
  ];
}

function whoText(entry: Entry | undefined): string {
  if (entry?.agent_id != null) return `agent ${entry.agent_id}`;
  return entry?.location_id == null ? 'all' : `location ${entry.location_id}`;
}

function whoOfText(text: string): { location_id: number | null; agent_id: number | null } {
  const [kind, id] = text.split(' ');
  return {
    location_id: kind === 'location' ? Number(id) : null,
    agent_id: kind === 'agent' ? Number(id) : null,
  };
}
