import { type Signal, useSignal } from '@preact/signals';
import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { useAction } from '../../../app/action.ts';
import { api } from '../../../app/api.ts';
import { locations } from '../../../app/locations.ts';
import { useResource } from '../../../app/resource.ts';
import { toast } from '../../../app/toasts.ts';
import { Dialog } from '../../../components/forms/dialog.tsx';
import { SelectField, TextField } from '../../../components/forms/field.tsx';
import { chosen, Form, typed } from '../../../components/forms/form.tsx';
import { LinesField, linesOf } from '../../../components/forms/lines-field.tsx';
import type { SeverityName } from '../../../components/severity.tsx';
import { Loaded } from '../../../components/state.tsx';
import { sinkConfig, sinkFields } from '../../../domain/sink-form.ts';
import { visible } from '../../../format/visible-name.ts';
import { texts } from '../../../texts/en/access/sinks.ts';
import { texts as common } from '../../../texts/en/common.ts';
import { SinkSetting } from './setting.tsx';

type Kinds = AnswerOf<'GET /api/admin/sink-kinds'>;
type Streams = keyof typeof texts.streams;

const severities = Object.entries(common.severity) as [SeverityName, string][];
const streamChoices = Object.entries(texts.streams) as [Streams, string][];

/** Makes a sink: which settings there are is told by the collector. */
export function AddSink({ onClose }: { onClose: () => void }) {
  const kinds = useResource('kinds of sinks', (signal) => api.call('GET /api/admin/sink-kinds', { signal }));
  return (
    <Dialog title={texts.add} onClose={onClose}>
      <p class="soft">{texts.addLead}</p>
      <Loaded of={kinds} lines={4}>
        {(answer) => <SinkForm kinds={answer} onClose={onClose} />}
      </Loaded>
    </Dialog>
  );
}

function SinkForm({ kinds: { kinds, presentations }, onClose }: { kinds: Kinds; onClose: () => void }) {
  const name = useSignal('');
  const kind = useSignal(kinds[0]!.kind);
  const presentation = useSignal(kinds[0]!.presentations[0]!);
  const streams = useSignal<Streams>('both');
  const severity = useSignal<SeverityName>('info');
  const suffixes = useSignal('');
  const sample = useSignal('1');
  const location = useSignal('');
  const secret = useSignal('');
  const settings: Signal<Readonly<Record<string, string>>> = useSignal({});
  const own = kinds.find((one) => one.kind === kind.value)!;
  const fields = sinkFields(own.config_schema);
  // These are files of several lines.
  const way = settings.value.authentication;
  const SecretField = way === 'certificate' || way === 'credentials' ? LinesField : PasswordField;
  const shown = presentations.find((one) => one.presentation === presentation.value);
  const action = useAction(async () => {
    const made = await api.call('POST /api/admin/sinks', {
      body: {
        name: name.value.trim(),
        kind: kind.value,
        presentation: presentation.value as 'json',
        ...(streams.value === 'both'
          ? {}
          : { queries: streams.value === 'queries', threats: streams.value === 'threats' }),
        config: sinkConfig(fields, settings.value),
        filter: {
          location_ids: location.value === '' ? [] : [Number(location.value)],
          suffixes: linesOf(suffixes.value),
          sample: Number(sample.value),
          least_severity: severity.value,
        },
        ...(own.secret === null || secret.value === '' ? {} : { secret: secret.value }),
      },
    });
    toast(texts.added(made.name));
    onClose();
  });
  const choose = (next: string) => {
    kind.value = next;
    presentation.value = kinds.find((one) => one.kind === next)!.presentations[0]!;
    settings.value = {};
    secret.value = '';
  };
  return (
    <Form action={action} submit={texts.add} onCancel={onClose}>
      <TextField label={texts.name} hint={texts.nameHint} required maxLength={48} {...typed(name)} />
      <SelectField
        label={texts.kind}
        value={kind.value}
        onChange={choose}
        options={kinds.map((one) => [one.kind, one.title])}
      />
      {fields.map((field) => (
        <SinkSetting
          key={`${kind.value} ${field.name}`}
          field={field}
          value={settings.value[field.name] ?? field.usual}
          onChange={(value) => {
            settings.value = { ...settings.value, [field.name]: value };
          }}
        />
      ))}
      {own.secret !== null && (
        <SecretField
          label={texts.secret(own.secret.replaceAll('`', ''))}
          hint={texts.secretHint}
          required={own.secret_needed}
          {...typed(secret)}
        />
      )}
      <SelectField
        label={texts.presentation}
        {...chosen(presentation)}
        options={own.presentations.map((id) => [
          id,
          presentations.find((one) => one.presentation === id)?.title ?? id,
        ])}
      />
      {shown?.queries && shown.threats && (
        <SelectField label={texts.what} {...chosen(streams)} options={streamChoices} />
      )}
      {locations.value.length > 1 && (
        <SelectField
          label={texts.location}
          {...chosen(location)}
          options={[
            ['', texts.allLocations],
            ...locations.value.map((one) => [String(one.id), visible(one.location_name)] as const),
          ]}
        />
      )}
      {shown?.threats && <SelectField label={texts.severity} {...chosen(severity)} options={severities} />}
      {shown?.queries && (
        <>
          <LinesField label={texts.suffixes} {...typed(suffixes)} />
          <TextField label={texts.sample} type="number" min={1} max={1_000_000} required {...typed(sample)} />
        </>
      )}
    </Form>
  );
}

function PasswordField(properties: Omit<Parameters<typeof TextField>[0], 'type'>) {
  return <TextField {...properties} type="password" autocomplete="off" />;
}
