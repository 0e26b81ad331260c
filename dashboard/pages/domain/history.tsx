import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { Moment } from '../../components/moment.tsx';
import { Name } from '../../components/name.tsx';
import { Panel, TableScroll } from '../../components/panel.tsx';
import { Severity } from '../../components/severity.tsx';
import { Loaded } from '../../components/state.tsx';
import { count, milliseconds } from '../../format/numbers.ts';
import { texts } from '../../texts/en/investigate/domain.ts';
import { Story } from './story.tsx';
import type { ViewProps } from './view.ts';

/** Shows the changes between scans, and the list of scans. */
export function History({ domain }: ViewProps) {
  const drift = useResource(`drift ${domain}`, (signal) =>
    api.call('GET /api/v2/drift/detect/{domain}', { params: { domain }, query: { days: 90 }, signal }),
  );
  const scans = useResource(`scans ${domain}`, (signal) =>
    api.call('GET /api/domain/{domain}/history', { params: { domain }, query: { limit: 50 }, signal }),
  );
  const timeline = useResource(`story ${domain}`, (signal) =>
    api.call('GET /api/v2/history/timeline/{domain}', { params: { domain }, query: { days: 90 }, signal }),
  );
  return (
    <div class="halves">
      <Panel title={texts.story}>
        <Loaded
          of={timeline}
          isEmpty={({ story }) => story.length === 0}
          empty={<p class="soft">{texts.noStory}</p>}
        >
          {({ story }) => <Story events={story} />}
        </Loaded>
      </Panel>
      <Panel title={texts.drift}>
        <Loaded
          of={drift}
          isEmpty={({ changes }) => changes.length === 0}
          empty={<p class="soft">{drift.data?.drifted === null ? texts.noScans : texts.noDrift}</p>}
        >
          {({ changes }) => (
            <ol class="findings">
              {changes.map(({ severity, message, old_value: before, new_value: after }, index) => (
                <li key={index} class="stack tight">
                  <div class="row">
                    <Severity severity={severity} />
                    <strong class="wrap">
                      <Name name={message} meaning={false} prose />
                    </strong>
                  </div>
                  {before !== null && (
                    <del class="wrap">
                      <Name name={before} meaning={false} />
                    </del>
                  )}
                  {after !== null && (
                    <ins class="wrap">
                      <Name name={after} meaning={false} />
                    </ins>
                  )}
                </li>
              ))}
            </ol>
          )}
        </Loaded>
      </Panel>
      <Panel title={texts.scans}>
        <Loaded
          of={scans}
          isEmpty={({ history }) => history.length === 0}
          empty={<p class="soft">{texts.never}</p>}
        >
          {({ history }) => (
            <TableScroll label={texts.scans}>
              <table class="table">
                <thead>
                  <tr>
                    <th>{texts.scanned}</th>
                    <th>{texts.why}</th>
                    <th class="number">{texts.failures}</th>
                    <th class="number">{texts.warnings}</th>
                    <th class="number">{texts.took}</th>
                  </tr>
                </thead>
                <tbody>
                  {history.map((scan) => (
                    <tr key={scan.scan_id}>
                      <td>
                        <Moment at={scan.scan_timestamp} />
                      </td>
                      <td class="soft">{texts.triggers[scan.trigger]}</td>
                      <td class="number">{count(scan.failures)}</td>
                      <td class="number">{count(scan.warnings)}</td>
                      <td class="number soft">{milliseconds(scan.scan_duration_ms)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </TableScroll>
          )}
        </Loaded>
      </Panel>
    </div>
  );
}
