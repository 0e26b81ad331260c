import { useSignal } from '@preact/signals';
import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { href, navigate, segment } from '../../app/router.ts';
import { carried } from '../../app/time-range.ts';
import { Finder } from '../../components/forms/finder.tsx';
import { InOrder } from '../../components/lists/in-order.tsx';
import { ResourceTable } from '../../components/lists/resource-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { AddressLink } from '../../components/name.tsx';
import { rangeHref, SystemLink, systemHref } from '../../components/networks/links.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Panel } from '../../components/panel.tsx';
import { networkTarget } from '../../domain/network-target.ts';
import { count, ratio } from '../../format/numbers.ts';
import { visible } from '../../format/visible-name.ts';
import { texts as common } from '../../texts/en/common.ts';
import { texts } from '../../texts/en/investigate/networks.ts';

/** Shows the way to what is known of an address, a range or a system, and what was found out so far. */
export function Page() {
  const isNone = useSignal(false);
  const risky = useRisky();
  const jobs = useJobs();
  return (
    <>
      <PageHead title={common.pages.addresses} lead={texts.addressesLead} />
      <Finder
        text=""
        label={texts.find}
        placeholder="192.0.2.0/24"
        action={texts.look}
        longest={64}
        onFind={(wanted) => {
          const to = pageOf(wanted);
          isNone.value = to === undefined;
          if (to !== undefined) navigate(to);
        }}
      />
      {isNone.value && (
        <p class="notice bad" role="alert">
          {texts.notThat}
        </p>
      )}
      <InOrder
        parts={[
          [<Risky key="risky" of={risky} />, risky],
          [<Jobs key="jobs" of={jobs} />, jobs],
        ]}
      />
    </>
  );
}

function useRisky() {
  return useResource('addresses of high risk', (signal) =>
    api.call('GET /api/ips/high-risk', { query: { limit: 20 }, signal }),
  );
}

function useJobs() {
  return useResource('range jobs', (signal) =>
    api.call('GET /api/v2/range-jobs', { query: { limit: 20 }, signal }),
  );
}

function pageOf(text: string): string | undefined {
  const target = networkTarget(text);
  if (target?.kind === 'address') return href(`/ip/${segment(target.address)}`, carried());
  if (target?.kind === 'range') return rangeHref(target.range);
  return target === undefined ? undefined : systemHref(target.asn);
}

function Risky({ of: risky }: { of: ReturnType<typeof useRisky> }) {
  const { riskyColumns: columns } = texts;
  return (
    <Panel
      title={texts.risky}
      tools={risky.data !== undefined && <span class="soft">{count(risky.data.total)}</span>}
    >
      <ResourceTable
        label={texts.risky}
        of={risky}
        lines={4}
        rows={({ ips }) => ips}
        keyOf={({ ip }) => ip}
        columns={[
          columns.address,
          columns.system,
          columns.country,
          [columns.confidence, 'number'],
          [columns.reports, 'number'],
          [columns.seen, 'number'],
        ]}
        empty={texts.noRisky}
      >
        {({ ip, asn, country, abuse_confidence: confidence, total_reports: reports, last_seen: seen }) => (
          <>
            <td>
              <AddressLink address={ip} />
            </td>
            <td>{asn === null ? <span class="soft">{texts.unknown}</span> : <SystemLink asn={asn} />}</td>
            <td class="soft">{country === null ? texts.unknown : visible(country)}</td>
            <td class="number">{count(confidence)}</td>
            <td class="number">{count(reports)}</td>
            <td class="number soft">
              <Moment at={seen} relative />
            </td>
          </>
        )}
      </ResourceTable>
    </Panel>
  );
}

function Jobs({ of: jobs }: { of: ReturnType<typeof useJobs> }) {
  const { jobColumns: columns } = texts;
  return (
    <Panel title={texts.jobs}>
      <ResourceTable
        label={texts.jobs}
        of={jobs}
        lines={2}
        rows={({ jobs: all }) => all}
        keyOf={({ job_id: id }) => id}
        columns={[
          columns.range,
          columns.state,
          [columns.progress, 'number'],
          [columns.named, 'number'],
          [columns.listed, 'number'],
          [columns.begun, 'number'],
        ]}
        empty={texts.noJobs}
      >
        {(job) => (
          <>
            <td>
              <a href={href(`/range/${segment(job.cidr)}`, { ...carried(), job: job.job_id })}>
                {visible(job.cidr)}
              </a>
            </td>
            <td>
              <span class={`badge ${job.status === 'completed' ? 'good' : ''}`}>
                {texts.states[job.status]}
              </span>
            </td>
            <td class="number">{ratio(job.progress)}</td>
            <td class="number">{count(job.named)}</td>
            <td class="number">{job.blacklists ? count(job.listed) : '–'}</td>
            <td class="number soft">
              <Moment at={job.created_at} relative />
            </td>
          </>
        )}
      </ResourceTable>
    </Panel>
  );
}
