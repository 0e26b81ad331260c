import type { ComplianceReportDocument } from '@sonde/client/api-types.generated.ts';
import { api } from '../../app/api.ts';
import { base } from '../../app/base.ts';
import { useResource } from '../../app/resource.ts';
import { withQuery } from '../../app/router.ts';
import { Icon } from '../../components/icon.tsx';
import { Moment } from '../../components/moment.tsx';
import { DomainLink, Name } from '../../components/name.tsx';
import { Panel, TableScroll } from '../../components/panel.tsx';
import { Loaded } from '../../components/state.tsx';
import { count, ratio } from '../../format/numbers.ts';
import { texts } from '../../texts/en/investigate/compliance.ts';

type Control = ComplianceReportDocument['controls'][number];
type State = Control['state'];

/** Assessments and changes that are shown; the downloads have them all. */
const mostShown = 100;
const tones: Readonly<Record<State, string>> = {
  met: 'good',
  partly_met: 'warn',
  not_met: 'bad',
  not_assessed: '',
  outside: '',
};

/** Shows one report: its controls with their evidence, the changes, and the downloads. */
export function Report({ reportId }: { reportId: string }) {
  const report = useResource(
    `compliance report ${reportId}`,
    (signal) =>
      api.call('GET /api/v2/compliance/reports/{report_id}', { params: { report_id: reportId }, signal }),
    { every: 3_000 },
  );
  const at = `${base.pathname}api/v2/compliance/reports/${encodeURIComponent(reportId)}`;
  const title = report.data?.title ?? '';
  return (
    <Panel
      title={title}
      tools={
        <a class="button slim quiet" href={withQuery({ report: undefined })}>
          {texts.close}
        </a>
      }
    >
      <Loaded of={report}>
        {({ document, integrity, error, status, progress }) =>
          document === null ? (
            <p class="soft">
              {error ?? texts.notWritten} {status === 'running' && ratio(progress)}
            </p>
          ) : (
            <>
              <Summary document={document} />
              <div class="row">
                {(['html', 'csv', 'json'] as const).map((format) => (
                  <a key={format} class="button slim" href={`${at}?format=${format}`} download="">
                    <Icon name="download" size={14} />
                    {texts.download[format]}
                  </a>
                ))}
              </div>
              <Controls controls={document.controls} />
              <Changes document={document} />
              {integrity !== null && (
                <p class="soft small wrap">{texts.seal(integrity.digest, integrity.key_id)}</p>
              )}
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

function Summary({ document }: { document: ComplianceReportDocument }) {
  const { framework, share_seen: share, counts } = document;
  const states = Object.keys(texts.controlStates) as State[];
  return (
    <>
      <p class="soft">
        {texts.from(framework.title, framework.version)} · <Moment at={document.generated_at} />
      </p>
      <p>{share === null ? texts.nothingSeen : texts.share(ratio(share))}</p>
      <div class="row">
        {states.map((state) => (
          <span key={state} class={`badge ${tones[state]}`}>
            {count(counts[state])} {texts.controlStates[state]}
          </span>
        ))}
      </div>
      <p class="soft small">{framework.confirmed}</p>
    </>
  );
}

function Controls({ controls }: { controls: readonly Control[] }) {
  return (
    <TableScroll label={texts.controls}>
      <table class="table">
        <thead>
          <tr>
            <th>{texts.controlColumns.control}</th>
            <th>{texts.controlColumns.state}</th>
            <th>{texts.controlColumns.evidence}</th>
          </tr>
        </thead>
        <tbody>
          {controls.map((control) => (
            <tr key={control.id}>
              <td class="wrap">
                <strong>{control.id}</strong>
                <div>{control.title}</div>
                {control.id_confirmed === false && <div class="soft small">{texts.unconfirmed}</div>}
              </td>
              <td>
                <StateBadge state={control.state} />
              </td>
              <td class="wrap">{control.reason ?? <Evidence control={control} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

function StateBadge({ state }: { state: State }) {
  return <span class={`badge ${tones[state]}`}>{texts.controlStates[state]}</span>;
}

function Evidence({ control: { id, counts, assessments } }: { control: Control }) {
  const asked = assessments.length - (counts.outside ?? 0);
  return (
    <details>
      <summary>
        {texts.counts(count(counts.met ?? 0), count(asked))} <span class="unseen">{texts.evidence(id)}</span>
      </summary>
      <ul class="plain">
        {assessments.slice(0, mostShown).map(({ domain, state, reasons, assessed_at: at }) => (
          <li key={domain ?? ''}>
            {domain === null ? texts.account : <DomainLink name={domain} />} <StateBadge state={state} />{' '}
            {at !== null && (
              <span class="soft small">
                <Moment at={at} />
              </span>
            )}
            {reasons.map((reason) => (
              <div key={reason} class="soft small">
                <Name name={reason} meaning={false} prose />
              </div>
            ))}
          </li>
        ))}
      </ul>
      {assessments.length > mostShown && (
        <p class="soft small">{texts.more(count(assessments.length - mostShown))}</p>
      )}
    </details>
  );
}

function Changes({ document: { compared_with: before, changes } }: { document: ComplianceReportDocument }) {
  return (
    <>
      <h3>{texts.changes}</h3>
      {changes.length === 0 && <p class="soft">{before === null ? texts.noBefore : texts.noChanges}</p>}
      {changes.length > 0 && (
        <TableScroll label={texts.changes}>
          <table class="table">
            <thead>
              <tr>
                {Object.values(texts.changeColumns).map((column) => (
                  <th key={column}>{column}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {changes.slice(0, mostShown).map(({ control, domain, before: was, after }) => (
                <tr key={`${control} ${domain}`}>
                  <td>{control}</td>
                  <td>{domain === null ? texts.account : <DomainLink name={domain} />}</td>
                  <td>
                    <StateBadge state={was} />
                  </td>
                  <td>
                    <StateBadge state={after} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroll>
      )}
      {changes.length > mostShown && (
        <p class="soft small">{texts.more(count(changes.length - mostShown))}</p>
      )}
    </>
  );
}
