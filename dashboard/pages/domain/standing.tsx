import { useSignal } from '@preact/signals';
import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { useAction } from '../../app/action.ts';
import { patientApi } from '../../app/api.ts';
import { Panel, TableScroll } from '../../components/panel.tsx';
import { Refusal } from '../../components/state.tsx';
import { count } from '../../format/numbers.ts';
import { texts } from '../../texts/en/investigate/setup.ts';
import type { ViewProps } from './view.ts';

type Score = AnswerOf<'GET /api/v2/reputation/score'>;

/** Scores the domain when somebody asks for it: it costs a scan and a look at many lists. */
export function Standing({ domain }: ViewProps) {
  const score = useSignal<Score | undefined>(undefined);
  const ask = useAction(async () => {
    score.value = await patientApi.call('GET /api/v2/reputation/score', { query: { domain } });
  });
  return (
    <Panel
      title={texts.standing}
      tools={
        <button type="button" class="button slim" disabled={ask.busy} onClick={() => void ask.run()}>
          {ask.busy ? texts.scoring : texts.score}
        </button>
      }
    >
      <Refusal trouble={ask.trouble} />
      {score.value === undefined ? <p class="soft">{texts.standingLead}</p> : <Told of={score.value} />}
    </Panel>
  );
}

function Told({ of: { score, grade, ceiling, details, recommendations } }: { of: Score }) {
  const { componentColumns: columns } = texts;
  if (score === null) return <p class="soft">{texts.noScore}</p>;
  return (
    <>
      <p class="row" role="status">
        <strong>{texts.scoreOf(count(score), count(ceiling ?? 1_000))}</strong>
        {grade !== null && <span class="soft">{texts.grade(grade)}</span>}
      </p>
      <TableScroll label={texts.standing}>
        <table class="table">
          <thead>
            <tr>
              <th>{columns.part}</th>
              <th class="number">{columns.reached}</th>
              <th>{columns.why}</th>
            </tr>
          </thead>
          <tbody>
            {details.map(({ component, percent, contribution, possible, reasons }) => (
              <tr key={component}>
                <td>{texts.components[component]}</td>
                <td class="number">
                  {percent === null ? (
                    <span class="soft">{texts.notMeasured}</span>
                  ) : (
                    texts.scoreOf(count(contribution), count(possible))
                  )}
                </td>
                <td class="wrap soft small">
                  {reasons.map(({ message, points }) => (
                    <div key={message}>
                      {message} {points < 0 && `(${count(points).replace('-', '\u2212')})`}
                    </div>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
      {recommendations.length > 0 && (
        <>
          <h3>{texts.advice}</h3>
          <ol class="numbered">
            {recommendations.slice(0, 5).map((advice) => (
              <li key={advice}>{advice}</li>
            ))}
          </ol>
        </>
      )}
    </>
  );
}
