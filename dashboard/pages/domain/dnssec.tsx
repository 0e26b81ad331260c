import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { api } from '../../app/api.ts';
import { type Resource, useResource } from '../../app/resource.ts';
import { Icon } from '../../components/icon.tsx';
import { InOrder } from '../../components/lists/in-order.tsx';
import { Moment } from '../../components/moment.tsx';
import { Name } from '../../components/name.tsx';
import { Panel, TableScroll } from '../../components/panel.tsx';
import { Loaded } from '../../components/state.tsx';
import { texts } from '../../texts/en/investigate/domain.ts';
import { ChainPicture } from './chain-picture.tsx';
import type { ViewProps } from './view.ts';
import { DigestPanel, SignersPanel, useDigest, useSigners } from './zone-facts.tsx';

type DnssecAudit = NonNullable<AnswerOf<'POST /api/v2/audit/dnssec'>['audit']>;

const tones = {
  sound: 'good',
  improvable: 'warn',
  weak: 'warn',
  broken: 'bad',
  unsigned: 'soft',
  unknown: 'soft',
} as const;

/** Shows the chain of trust from the root to the domain, as a picture and in words. */
export function Dnssec({ domain }: ViewProps) {
  const audit = useResource(`dnssec ${domain}`, (signal) =>
    api.call('POST /api/v2/audit/dnssec', { body: { domain }, signal }),
  );
  const signers = useSigners(domain);
  const digest = useDigest(domain);
  return (
    <InOrder
      parts={[
        [<Audit key="audit" of={audit} />, audit],
        [
          <div key="zone" class="halves">
            <SignersPanel of={signers} />
            <DigestPanel of={digest} />
          </div>,
          signers,
          digest,
        ],
      ]}
    />
  );
}

function Audit({ of: audit }: { of: Resource<AnswerOf<'POST /api/v2/audit/dnssec'>> }) {
  return (
    <Loaded of={audit} lines={10}>
      {({ verdict, details, audit: found }) => (
        <>
          <p class={`seal ${tones[verdict]}`}>
            <Icon name={verdict === 'broken' ? 'alert' : verdict === 'sound' ? 'seal' : 'key'} size={32} />
            {texts.verdicts[verdict]}
          </p>
          {details !== null && <p class="soft wrap">{details}</p>}
          {found !== null && (found.chain ?? []).length > 0 && (
            <>
              <Panel title={texts.chain}>
                <p class="soft small">{texts.chainHint}</p>
                {found.zones !== null && <ChainPicture zones={found.zones} />}
                <ol class="steps">
                  {(found.chain ?? []).map(({ zone, subject, status, message }, index) => (
                    <li key={index} class="row">
                      <span class={`badge ${status === 'secure' ? 'good' : status === 'bogus' ? 'bad' : ''}`}>
                        {texts.statuses[status]}
                      </span>
                      <span class="wrap">
                        <Name name={zone} /> {subject}: {message}
                      </span>
                    </li>
                  ))}
                </ol>
              </Panel>
              <Signatures audit={found} />
            </>
          )}
        </>
      )}
    </Loaded>
  );
}

function Signatures({ audit }: { audit: DnssecAudit }) {
  const signatures = audit.signatures ?? [];
  if (signatures.length === 0) return null;
  return (
    <Panel title={texts.signatures}>
      <TableScroll label={texts.signatures}>
        <table class="table">
          <thead>
            <tr>
              <th>{texts.covers}</th>
              <th class="number">{texts.key}</th>
              <th class="number">{texts.algorithm}</th>
              <th>{texts.until}</th>
            </tr>
          </thead>
          <tbody>
            {signatures.map((signature, index) => (
              <tr key={index}>
                <td>{signature.covers}</td>
                <td class="number">{signature.key_tag}</td>
                <td class="number">{signature.algorithm}</td>
                <td>
                  <Moment at={signature.expiration} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </Panel>
  );
}
