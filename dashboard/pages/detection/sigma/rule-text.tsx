import { useSignal } from '@preact/signals';
import type { SigmaRule } from '@sonde/client/api-types.generated.ts';
import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { useRef } from 'preact/hooks';
import { useAction } from '../../../app/action.ts';
import { api, patientApi } from '../../../app/api.ts';
import { useResource } from '../../../app/resource.ts';
import { toast } from '../../../app/toasts.ts';
import { Dialog } from '../../../components/forms/dialog.tsx';
import { FileField } from '../../../components/forms/file-field.tsx';
import { Form, typed } from '../../../components/forms/form.tsx';
import { LinesField } from '../../../components/forms/lines-field.tsx';
import { Name } from '../../../components/name.tsx';
import { Loaded, Refusal } from '../../../components/state.tsx';
import { count } from '../../../format/numbers.ts';
import { visible } from '../../../format/visible-name.ts';
import { texts } from '../../../texts/en/protect/sigma.ts';

type Trial = AnswerOf<'POST /api/v1/dns-monitoring/sigma-rules/try'>;

interface RuleTextProps {
  /** The rule that is changed; new ones if absent. */
  readonly rule?: SigmaRule;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Asks for the text of rules, tries it on stored queries, and puts it into force. */
export function RuleText({ rule, onDone, onClose }: RuleTextProps) {
  return (
    <Dialog
      title={rule === undefined ? texts.addTitle : texts.changeTitle(visible(rule.title))}
      kind="broad"
      onClose={onClose}
    >
      {rule === undefined ? (
        <Editor text="" onDone={onDone} onClose={onClose} />
      ) : (
        <Known rule={rule} onDone={onDone} onClose={onClose} />
      )}
    </Dialog>
  );
}

/** A rule is changed from the text that it has. */
function Known({ rule, ...closing }: Required<RuleTextProps>) {
  const known = useResource(`sigma rule ${rule.id}`, (signal) =>
    api.call('GET /api/v1/dns-monitoring/sigma-rules/{id}', { params: { id: rule.id }, signal }),
  );
  return (
    <Loaded of={known} lines={8}>
      {({ text }) => <Editor text={text} rule={rule} {...closing} />}
    </Loaded>
  );
}

function Editor({ text: before, rule, onDone, onClose }: RuleTextProps & { text: string }) {
  const text = useSignal(before);
  const file = useRef<File>(undefined);
  const trial = useSignal<Trial | undefined>(undefined);
  const save = useAction(async () => {
    const body = { rules: text.value };
    const rules =
      rule === undefined
        ? (await api.call('POST /api/v1/dns-monitoring/sigma-rules', { body })).rules
        : [await api.call('PUT /api/v1/dns-monitoring/sigma-rules/{id}', { params: { id: rule.id }, body })];
    const active = rules.filter(({ state }) => state === 'active').length;
    toast(
      active === rules.length
        ? texts.saved(count(active))
        : texts.partly(count(active), count(rules.length - active)),
    );
    onDone();
    onClose();
  });
  const attempt = useAction(async () => {
    trial.value = await patientApi.call('POST /api/v1/dns-monitoring/sigma-rules/try', {
      body: { rules: text.value, period: '24h' },
    });
  });
  return (
    <>
      {rule === undefined && <p class="soft">{texts.addLead}</p>}
      <Form action={save} submit={texts.save} busy={texts.saving} onCancel={onClose}>
        <FileField
          label={texts.file}
          accept=".yml,.yaml,application/yaml"
          onFiles={([given]) => {
            const shown = text.value;
            file.current = given;
            void given?.text().then((content) => {
              // Another was chosen meanwhile, or something typed.
              if (file.current === given && text.value === shown) text.value = content;
            });
          }}
        />
        <LinesField label={texts.text} hint={texts.textHint} required {...typed(text)} />
        <div class="row">
          <button
            type="button"
            class="button slim"
            disabled={attempt.busy || text.value.trim() === ''}
            onClick={() => void attempt.run()}
          >
            {attempt.busy ? texts.trying : texts.try}
          </button>
        </div>
        <Refusal trouble={attempt.trouble} />
        {trial.value !== undefined && <Tried of={trial.value} />}
      </Form>
    </>
  );
}

function Tried({ of: { rows, complete, rules } }: { of: Trial }) {
  return (
    <section class="stack tight" role="status">
      <p>
        {texts.tried(count(rows))} {!complete && texts.incomplete}
      </p>
      <ul class="report-lines">
        {rules.map(({ rule_id: id, title, problem, matches, threats, sample_names: names }) => (
          <li key={id}>
            <strong>
              <Name name={title} meaning={false} prose />
            </strong>
            :{' '}
            {problem !== null
              ? `${texts.unsupported}: ${visible(problem)}`
              : matches === 0
                ? texts.noMatch
                : texts.wouldMatch(count(matches), count(threats))}
            {names.slice(0, 5).map((name) => (
              <div key={name} class="soft small">
                <Name name={name} />
              </div>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
