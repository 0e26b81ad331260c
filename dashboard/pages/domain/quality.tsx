import { useSignal } from '@preact/signals';
import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { mayWork } from '../../app/session.ts';
import { Icon } from '../../components/icon.tsx';
import { Name } from '../../components/name.tsx';
import { Panel } from '../../components/panel.tsx';
import { Severity } from '../../components/severity.tsx';
import { Refusal } from '../../components/state.tsx';
import { count } from '../../format/numbers.ts';
import { texts } from '../../texts/en/investigate/technologies.ts';
import type { ViewProps } from './view.ts';

type Checked = AnswerOf<'POST /api/quality/check'>;
type Alert = Checked['alerts'][number];

/** Shows the quality of a page, the costliest faults first. */
export function Quality({ domain }: ViewProps) {
  const checked = useSignal<Checked | undefined>(undefined);
  const check = useAction(async () => {
    checked.value = await api.call('POST /api/quality/check', { body: { url: domain } });
  });
  const { value: result } = checked;
  return (
    <Panel
      title={texts.quality}
      tools={
        mayWork() && (
          <button type="button" class="button slim" disabled={check.busy} onClick={() => void check.run()}>
            {check.busy ? texts.checking : texts.check}
          </button>
        )
      }
    >
      <Refusal trouble={check.trouble} />
      {result === undefined ? <p class="soft">{texts.qualityMore}</p> : <Result result={result} />}
    </Panel>
  );
}

function Result({ result: { alerts, score, partial, errors } }: { result: Checked }) {
  const wrong = alerts
    .filter(({ passed }) => passed === false)
    .toSorted((one, other) => other.weight - one.weight);
  const passed = alerts.filter((alert) => alert.passed === true).length;
  return (
    <>
      <p class="row">
        {score !== null && <strong>{texts.points(count(score.points))}</strong>}
        <span class="soft">{texts.passed(count(passed))}</span>
        {partial && <span class="soft">{texts.partial}</span>}
      </p>
      {alerts.length > 0 && wrong.length === 0 && (
        <p class="good row">
          <Icon name="check" /> {texts.fine}
        </p>
      )}
      <ol class="findings">
        {wrong.map((alert) => (
          <Wrong key={alert.check} alert={alert} />
        ))}
      </ol>
      {errors.length > 0 && (
        <ul class="soft small">
          {errors.map(({ source, code, message }) => (
            <li key={source + code + message}>
              <strong>{source}</strong> <Name name={message} meaning={false} prose />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Wrong({ alert: { message, advice, evidence, rule, weight, group, severity } }: { alert: Alert }) {
  return (
    <li class="stack tight">
      <div class="row">
        <Severity severity={severity === 'warning' ? 'medium' : 'info'} />
        <strong class="wrap">{message}</strong>
        {weight > 0 && <span class="soft">{texts.costs(`-${count(weight)}`)}</span>}
      </div>
      {advice !== null && <p>{advice}</p>}
      {evidence !== null && (
        <p class="soft wrap">
          <Name name={evidence} meaning={false} />
        </p>
      )}
      <p class="soft small">
        {group} · {rule}
      </p>
    </li>
  );
}
