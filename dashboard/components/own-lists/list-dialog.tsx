import { useSignal } from '@preact/signals';
import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { RawBody } from '@sonde/client/raw-body.ts';
import { useAction } from '../../app/action.ts';
import { patientApi } from '../../app/api.ts';
import { href, segment } from '../../app/router.ts';
import { listType } from '../../domain/list-format.ts';
import { count } from '../../format/numbers.ts';
import { visible } from '../../format/visible-name.ts';
import { texts as common } from '../../texts/en/common.ts';
import { texts } from '../../texts/en/protect/own-lists.ts';
import { threatType } from '../../texts/en/watch/threat-types.ts';
import { Dialog } from '../forms/dialog.tsx';
import { SelectField, TextField } from '../forms/field.tsx';
import { FileField } from '../forms/file-field.tsx';
import { chosen, FormDialog, typed } from '../forms/form.tsx';
import { LinesField } from '../forms/lines-field.tsx';
import type { SeverityName } from '../severity.tsx';

type Outcome = AnswerOf<'PUT /api/v1/threat-intel/indicators/{source}'>;
const categories = [
  'malicious_domain',
  'malware',
  'phishing',
  'botnet_c2',
  'unwanted',
  'suspicious',
] as const;
const severities = Object.entries(common.severity) as [SeverityName, string][];
/** Octets of a file that the field shows: what is longer is sent whole and not drawn. */
const mostShown = 200_000;

/**
 * Makes a list of the operator's own, or puts another in the place of one: typed, pasted or out of a file. What was refused of it is told
 * line by line.
 */
export function ListDialog({
  source: known,
  onDone,
  onClose,
}: {
  /** The list that is replaced; a new one if absent. */
  source?: string;
  onDone: () => void;
  onClose: () => void;
}) {
  const source = useSignal(known ?? '');
  const text = useSignal('');
  const file = useSignal<File | undefined>(undefined);
  const category = useSignal<(typeof categories)[number]>('malicious_domain');
  const severity = useSignal<SeverityName>('high');
  const description = useSignal('');
  const outcome = useSignal<Outcome | undefined>(undefined);
  const action = useAction(async () => {
    const given = file.value;
    const list = (await given?.text()) ?? text.value;
    outcome.value = await patientApi.call('PUT /api/v1/threat-intel/indicators/{source}', {
      params: { source: source.value.trim() },
      query: {
        threat_type: category.value,
        severity: severity.value,
        ...(description.value.trim() !== '' && { description: description.value.trim() }),
      },
      // JSON goes as it was written, too: what is wrong with it the API says by its place.
      body: new RawBody(listType(list, given?.name) as 'text/plain', list),
    });
    onDone();
  });
  if (outcome.value !== undefined) return <ListOutcome of={outcome.value} onClose={onClose} />;
  return (
    <FormDialog
      title={known === undefined ? texts.add : texts.replaceTitle(visible(known))}
      lead={known === undefined ? texts.addLead : texts.replaceLead}
      submit={known === undefined ? texts.make : texts.replace}
      busy={texts.sending}
      action={action}
      onClose={onClose}
    >
      {known === undefined && (
        <TextField
          label={texts.name}
          hint={texts.nameHint}
          required
          autofocus
          maxLength={128}
          spellcheck={false}
          {...typed(source)}
        />
      )}
      <FileField
        label={texts.file}
        accept=".txt,.csv,.json,.list,.hosts,text/plain,text/csv,application/json"
        onFiles={([given]) => {
          file.value = given;
          text.value = '';
          void given
            ?.slice(0, mostShown)
            .text()
            .then((content) => {
              // Another was chosen meanwhile, or something typed.
              if (file.value === given) text.value = content;
            });
        }}
      />
      <LinesField
        label={texts.list}
        hint={
          file.value !== undefined && file.value.size > mostShown
            ? texts.cut(count(file.value.size))
            : texts.listHint
        }
        value={text.value}
        required={file.value === undefined}
        onInput={(typedText) => {
          file.value = undefined;
          text.value = typedText;
        }}
      />
      <details>
        <summary>{texts.defaults}</summary>
        <div class="stack">
          <SelectField
            label={texts.category}
            {...chosen(category)}
            options={categories.map((one) => [one, threatType(one)] as const)}
          />
          <SelectField label={texts.severity} {...chosen(severity)} options={severities} />
          <TextField label={texts.description} maxLength={2_000} {...typed(description)} />
        </div>
      </details>
    </FormDialog>
  );
}

/** Tells what a list has come to: how many are in force, and which lines were refused. */
function ListOutcome({ of, onClose }: { of: Outcome; onClose: () => void }) {
  const rest = of.rejected - of.errors.length;
  return (
    <Dialog title={visible(of.source)} onClose={onClose}>
      <p class="notice good" role="status">
        {texts.inForce(count(of.count))}
      </p>
      {of.rejected > 0 && (
        <>
          <p>{texts.refused(count(of.rejected))}</p>
          <ul class="report-lines">
            {of.errors.map(({ position, message }) => (
              <li key={position}>{texts.line(count(position), message)}</li>
            ))}
            {rest > 0 && <li class="soft">{texts.moreRefused(count(rest))}</li>}
          </ul>
        </>
      )}
      <div class="dialog-foot">
        <a class="button first" href={href(`/feeds/${segment(of.source)}`)} onClick={onClose}>
          {texts.look}
        </a>
      </div>
    </Dialog>
  );
}
