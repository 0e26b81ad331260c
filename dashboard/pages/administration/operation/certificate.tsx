import type { CollectorCertificate } from '@sonde/client/api-types.generated.ts';
import { useAction } from '../../../app/action.ts';
import { api } from '../../../app/api.ts';
import { useResource } from '../../../app/resource.ts';
import { toast } from '../../../app/toasts.ts';
import { Moment } from '../../../components/moment.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Loaded, Refusal } from '../../../components/state.tsx';
import { texts as all } from '../../../texts/en/access/administration.ts';

const texts = all.certificate;

/** Shows the certificate that the collector serves, until when it is good, and how its renewal goes. */
export function Certificate() {
  const certificate = useResource('certificate', (signal) =>
    api.call('GET /api/admin/certificate', { signal }),
  );
  const renew = useAction(async () => {
    await api.call('POST /api/admin/certificate/renew');
    toast(texts.asked);
    certificate.reload();
  });
  return (
    <Panel
      title={texts.title}
      tools={
        certificate.data?.source === 'acme' && (
          <button type="button" class="button slim" disabled={renew.busy} onClick={() => renew.run()}>
            {texts.renew}
          </button>
        )
      }
    >
      <Refusal trouble={renew.trouble} />
      <Loaded of={certificate} lines={3}>
        {(found) => (found.source === 'none' ? <p class="soft">{texts.none}</p> : <Facts of={found} />)}
      </Loaded>
    </Panel>
  );
}

function Facts({ of }: { of: CollectorCertificate }) {
  const moment = (at: string | null) => (at === null ? texts.unknown : <Moment at={at} />);
  return (
    <>
      {of.temporary && <p class="notice">{texts.temporary}</p>}
      <dl class="facts">
        <dt>{texts.names}</dt>
        <dd>{of.names === null || of.names.length === 0 ? texts.unknown : of.names.join(', ')}</dd>
        <dt>{texts.source}</dt>
        <dd>
          {texts.sources[of.source]}
          {of.issuer !== null && `, ${of.issuer}`}
        </dd>
        <dt>{texts.ends}</dt>
        <dd>{moment(of.ends_at)}</dd>
        {of.source === 'acme' && (
          <>
            <dt>{texts.renews}</dt>
            <dd>{moment(of.renews_at)}</dd>
          </>
        )}
        {of.last_failure !== null && (
          <>
            <dt>{texts.failed}</dt>
            <dd>
              {moment(of.failed_at)}: {of.last_failure}
            </dd>
            <dt>{texts.next}</dt>
            <dd>{moment(of.next_attempt_at)}</dd>
          </>
        )}
      </dl>
    </>
  );
}
