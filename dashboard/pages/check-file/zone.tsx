import { useSignal } from '@preact/signals';
import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { useAction } from '../../app/action.ts';
import { patientApi } from '../../app/api.ts';
import { TextField } from '../../components/forms/field.tsx';
import { FileField } from '../../components/forms/file-field.tsx';
import { Form, typed } from '../../components/forms/form.tsx';
import { LinesField } from '../../components/forms/lines-field.tsx';
import { Icon } from '../../components/icon.tsx';
import { Name } from '../../components/name.tsx';
import { Panel } from '../../components/panel.tsx';
import { count } from '../../format/numbers.ts';
import { texts } from '../../texts/en/investigate/check-file.ts';
import { Digest, type SentZone } from './digest.tsx';
import { type Fault, Findings } from './findings.tsx';

type Verdict = AnswerOf<'POST /api/validate/zone'>;
type ZoneFinding = Verdict['findings'][number];

const weights = ['error', 'warning', 'info'] as const;
const tones = { error: 'bad', warning: 'warn', info: '' } as const;

/** Checks a zone in master file format: out of a file, or as a text. */
export function Zone() {
  const file = useSignal<File | undefined>(undefined);
  const text = useSignal('');
  const origin = useSignal('');
  const result = useSignal<{ verdict: Verdict; sent: SentZone } | undefined>(undefined);
  const action = useAction(async () => {
    result.value = undefined;
    const domain = origin.value.trim();
    const zone = text.value.trim() === '' ? await file.value!.text() : text.value;
    const sent = { zone_file: zone, ...(domain !== '' && { domain }) };
    result.value = { verdict: await patientApi.call('POST /api/validate/zone', { body: sent }), sent };
  });
  return (
    <>
      <div class="panel">
        <Form action={action} submit={texts.check} busy={texts.checking}>
          <FileField
            label={texts.file}
            onFiles={([given]) => {
              file.value = given;
              text.value = '';
            }}
          />
          <LinesField label={texts.pasted} required={file.value === undefined} {...typed(text)} />
          <TextField
            label={texts.origin}
            hint={texts.originHint}
            placeholder="example.org"
            maxLength={255}
            spellcheck={false}
            {...typed(origin)}
          />
        </Form>
      </div>
      {result.value !== undefined && <Result {...result.value} />}
    </>
  );
}

function Result({ verdict, sent }: { verdict: Verdict; sent: SentZone }) {
  const { accepted, findings, omitted } = verdict;
  const lines = sent.zone_file.split('\n');
  return (
    <>
      <Panel title={texts.verdict}>
        <p class={`seal ${accepted ? 'good' : 'bad'}`} role="status">
          <Icon name={accepted ? 'seal' : 'alert'} size={32} />
          {accepted ? texts.accepted : texts.notAccepted}
        </p>
        <Facts verdict={verdict} />
      </Panel>
      <Findings
        faults={findings.toSorted(gravestFirst).map(faultOf)}
        omitted={omitted}
        linesOf={() => lines}
      />
      <Digest sent={sent} />
    </>
  );
}

function Facts({ verdict: { zone, serial, signed, denial, signatures, ...verdict } }: { verdict: Verdict }) {
  return (
    <dl class="facts">
      <dt>{texts.zone}</dt>
      <dd>{zone === null ? <span class="soft">{texts.noSoa}</span> : <Name name={zone} />}</dd>
      {serial !== null && <dt>{texts.serial}</dt>}
      {serial !== null && <dd class="number">{String(serial)}</dd>}
      <dt>{texts.contents}</dt>
      <dd>{texts.records(count(verdict.record_count), count(verdict.name_count))}</dd>
      <dt>{texts.signed}</dt>
      <dd>
        {signed ? (denial === null ? texts.signedOnly : texts.denials[denial]) : texts.unsigned}
        {signatures !== null && (
          <div class="soft small">
            {texts.verified(count(signatures.checked))}
            {signatures.unchecked > 0 && `, ${texts.unverified(count(signatures.unchecked))}`}
          </div>
        )}
      </dd>
    </dl>
  );
}

function gravestFirst(one: ZoneFinding, other: ZoneFinding): number {
  return (
    weights.indexOf(one.severity) - weights.indexOf(other.severity) || (one.line ?? 0) - (other.line ?? 0)
  );
}

function faultOf({ severity, line, column, name, message, rule }: ZoneFinding): Fault {
  return {
    weight: <span class={`badge ${tones[severity]}`}>{texts.tally[severity]}</span>,
    file: undefined,
    span: line === null ? null : { line, column },
    about: name,
    message,
    rule,
  };
}
