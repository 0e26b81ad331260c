import { useSignal } from '@preact/signals';
import type { ExplainedThreat } from '@sonde/client/api-types.generated.ts';
import { api } from '../../app/api.ts';
import { locationName } from '../../app/locations.ts';
import { useResource } from '../../app/resource.ts';
import { href } from '../../app/router.ts';
import { mayWork } from '../../app/session.ts';
import { carried } from '../../app/time-range.ts';
import { AddressNote } from '../../components/address-note.tsx';
import { ClientLink } from '../../components/client-name.tsx';
import { RuleDialog } from '../../components/forms/rule-dialog.tsx';
import { Moment } from '../../components/moment.tsx';
import { DomainLink, Name } from '../../components/name.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Panel } from '../../components/panel.tsx';
import { Severity } from '../../components/severity.tsx';
import { Loaded } from '../../components/state.tsx';
import { rowsBehind } from '../../domain/threat-filters.ts';
import { count } from '../../format/numbers.ts';
import { visible } from '../../format/visible-name.ts';
import { texts as common } from '../../texts/en/common.ts';
import { techniqueName } from '../../texts/en/watch/techniques.ts';
import { threatType } from '../../texts/en/watch/threat-types.ts';
import { texts } from '../../texts/en/watch/threats.ts';
import { Evidence } from './evidence.tsx';
import { ExcludeDialog } from './exclude-dialog.tsx';
import { NoteDialog } from './note-dialog.tsx';
import { Notes } from './notes.tsx';
import { Owner } from './owner.tsx';
import { Receipt } from './receipt.tsx';
import { ThreatQueries } from './threat-queries.tsx';

/** Shows one threat: its finding, its evidence, and the next steps. */
export function Page({ params }: { params: Readonly<Record<string, string>> }) {
  const id = Number(params.id);
  const threat = useResource(`threat ${id}`, (signal) =>
    api.call('GET /api/v1/dns-monitoring/threats/{id}', { params: { id }, signal }),
  );
  return (
    <>
      <p class="no-print">
        <a href={href('/threats', carried())}>← {texts.back}</a>
      </p>
      {threat.data === undefined && <PageHead title={common.pages.threat} />}
      <Loaded of={threat} lines={14}>
        {(data) => <Found threat={data} reload={threat.reload} />}
      </Loaded>
    </>
  );
}

function Found({ threat, reload }: { threat: ExplainedThreat; reload: () => void }) {
  const dialog = useSignal<'note' | 'exclude' | 'rule' | undefined>(undefined);
  const show = (what: typeof dialog.value) => () => {
    dialog.value = what;
  };
  const close = show(undefined);
  const open = threat.status === 'open';
  return (
    <>
      <PageHead title={<Name name={threat.subject} />} lead={visible(threat.message)}>
        {mayWork() && (
          <>
            <button type="button" class="button" onClick={show('rule')}>
              {texts.rule}
            </button>
            <button type="button" class="button" onClick={show('exclude')}>
              {texts.exclude}
            </button>
            <button type="button" class={open ? 'button first' : 'button'} onClick={show('note')}>
              {open ? texts.resolve : texts.reopen}
            </button>
          </>
        )}
      </PageHead>
      <div class="row">
        <Severity severity={threat.severity} />
        <span class="badge">{threatType(threat.threat_type)}</span>
        <span class={open ? 'badge bad' : 'badge good'}>{open ? texts.open : texts.resolved}</span>
        <span class="soft">
          <a href={href('/queries', rowsBehind(threat))}>{texts.times(count(threat.count))}</a>,{' '}
          <Moment at={threat.last_seen} relative />
        </span>
      </div>
      <div class="halves">
        <Panel title={texts.seen}>
          <Facts threat={threat} reload={reload} />
        </Panel>
        <Receipt id={threat.id} />
      </div>
      <Panel title={texts.evidence}>
        <Evidence evidence={threat.evidence} />
      </Panel>
      <Notes id={threat.id} />
      <ThreatQueries threat={threat} />
      {dialog.value === 'note' && <NoteDialog threat={threat} onDone={reload} onClose={close} />}
      {dialog.value === 'exclude' && <ExcludeDialog threat={threat} onClose={close} />}
      {dialog.value === 'rule' && <RuleDialog name={threat.subject} onClose={close} />}
    </>
  );
}

function Facts({ threat, reload }: { threat: ExplainedThreat; reload: () => void }) {
  return (
    <dl class="facts">
      <dt>{texts.owner}</dt>
      <dd>
        <Owner threat={threat} onDone={reload} />
      </dd>
      <dt>{texts.client}</dt>
      <dd>
        <ClientLink address={threat.client_ip} />
        <AddressNote address={threat.client_ip} />
        {threat.clients
          .filter((address) => address !== threat.client_ip)
          .map((address) => (
            <div key={address}>
              <ClientLink address={address} />
            </div>
          ))}
      </dd>
      <dt>{texts.askedFor}</dt>
      <dd>
        <DomainLink name={threat.query_name} />
      </dd>
      <dt>{texts.source}</dt>
      <dd>
        <Name name={threat.source} meaning={false} />
      </dd>
      <dt>{texts.location}</dt>
      <dd>{locationName(threat.location_id)}</dd>
      <dt>{texts.first}</dt>
      <dd>
        <Moment at={threat.first_seen} />
      </dd>
      <dt>{texts.last}</dt>
      <dd>
        <Moment at={threat.last_seen} />
      </dd>
      {threat.case_id !== null && (
        <>
          <dt>{texts.case}</dt>
          <dd>
            <a href={href(`/cases/${threat.case_id}`, carried())}>{threat.case_id}</a>
          </dd>
        </>
      )}
      {threat.technique !== null && (
        <>
          <dt>{texts.technique}</dt>
          <dd>
            {threat.technique} <span class="soft">{techniqueName(threat.technique)}</span>
          </dd>
        </>
      )}
      {threat.resolved_at !== null && (
        <>
          <dt>{texts.resolvedAt}</dt>
          <dd>
            <Moment at={threat.resolved_at} />
            {threat.resolution_note !== null && (
              <div>
                <Name name={threat.resolution_note} meaning={false} prose />
              </div>
            )}
          </dd>
        </>
      )}
      {threat.reopened_at !== null && (
        <>
          <dt>{texts.reopenedAt}</dt>
          <dd>
            <Moment at={threat.reopened_at} />
            {threat.reopening_note !== null && (
              <div>
                <Name name={threat.reopening_note} meaning={false} prose />
              </div>
            )}
          </dd>
        </>
      )}
    </dl>
  );
}
