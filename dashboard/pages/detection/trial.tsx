import { useSignal } from '@preact/signals';
import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { periods } from '../../app/time-range.ts';
import { SelectField } from '../../components/forms/field.tsx';
import { Moment } from '../../components/moment.tsx';
import { DomainLink } from '../../components/name.tsx';
import { Panel, TableScroll } from '../../components/panel.tsx';
import { Severity } from '../../components/severity.tsx';
import { Refusal } from '../../components/state.tsx';
import { count, short } from '../../format/numbers.ts';
import { texts as common } from '../../texts/en/common.ts';
import { texts } from '../../texts/en/protect/detection.ts';
import { threatType } from '../../texts/en/watch/threat-types.ts';

type Replay = AnswerOf<'POST /api/v1/dns-monitoring/replay'>;
type Period = (typeof periods)[number];

/** Shows a trial of detection over stored queries, which raises nothing. */
export function Trial({ locationId }: { locationId: number }) {
  const period = useSignal<Period>('24h');
  const outcome = useSignal<Replay | undefined>(undefined);
  const action = useAction(async () => {
    outcome.value = undefined;
    outcome.value = await api.call('POST /api/v1/dns-monitoring/replay', {
      body: { location_id: locationId, period: period.value },
    });
  });
  return (
    <Panel title={texts.trial} tools={<span class="soft">{texts.trialHint}</span>}>
      <div class="row">
        <SelectField
          label={common.range.label}
          hideLabel
          value={period.value}
          options={periods.map((one) => [one, common.range.names[one]] as const)}
          onChange={(chosen) => {
            period.value = chosen;
          }}
        />
        <button type="button" class="button first" disabled={action.busy} onClick={() => void action.run()}>
          {texts.run}
        </button>
        {action.busy && (
          <span class="soft" role="status">
            {texts.running}
          </span>
        )}
      </div>
      <Refusal trouble={action.trouble} />
      {outcome.value !== undefined && <Outcome replay={outcome.value} />}
    </Panel>
  );
}

function Outcome({ replay }: { replay: Replay }) {
  return (
    <div class="stack" role="status">
      <p>
        <strong>{texts.found(count(replay.total_threats), short(replay.rows))}</strong>
      </p>
      {!replay.complete && <p class="notice">{texts.incomplete}</p>}
      {replay.threats.length === 0 ? (
        <p class="soft">{texts.nothing}</p>
      ) : (
        <TableScroll label={texts.trial}>
          <table class="table">
            <thead>
              <tr>
                <th>{texts.columns.severity}</th>
                <th>{texts.columns.subject}</th>
                <th>{texts.columns.kind}</th>
                <th class="number">{texts.columns.count}</th>
                <th class="number">{texts.columns.last}</th>
              </tr>
            </thead>
            <tbody>
              {replay.threats.slice(0, 100).map((threat, index) => (
                <tr key={index}>
                  <td class="shrink">
                    <Severity severity={threat.severity} />
                  </td>
                  <td class="wrap">
                    <DomainLink name={threat.subject} />
                    <div class="soft small">{threat.message}</div>
                  </td>
                  <td>{threatType(threat.threat_type)}</td>
                  <td class="number">{count(threat.count)}</td>
                  <td class="number soft">
                    <Moment at={threat.last_seen} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroll>
      )}
    </div>
  );
}
