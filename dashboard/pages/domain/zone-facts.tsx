import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { patientApi } from '../../app/api.ts';
import { type Resource, useResource } from '../../app/resource.ts';
import { Name } from '../../components/name.tsx';
import { Panel } from '../../components/panel.tsx';
import { Loaded } from '../../components/state.tsx';
import { visible } from '../../format/visible-name.ts';
import { texts as common } from '../../texts/en/common.ts';
import { texts } from '../../texts/en/investigate/zone-facts.ts';
import { Unasked } from './unasked.tsx';

type Signers = AnswerOf<'GET /api/v2/dnssec/multi-signer/analyze'>;
type Digest = AnswerOf<'GET /api/v2/dnssec/zonemd/validate'>;

const tones: Readonly<Record<NonNullable<Digest['verdict']>['status'], string>> = {
  valid: 'good',
  invalid: 'bad',
  absent: 'soft',
  unverifiable: 'warn',
  unsound: 'bad',
};

/** Asks who signs the zone of a domain. */
export function useSigners(domain: string): Resource<Signers> {
  return useResource(`signers ${domain}`, (signal) =>
    patientApi.call('GET /api/v2/dnssec/multi-signer/analyze', { query: { domain }, signal }),
  );
}

/** Asks whether the zone of a domain is as its digest says. */
export function useDigest(domain: string): Resource<Digest> {
  return useResource(`digest ${domain}`, (signal) =>
    patientApi.call('GET /api/v2/dnssec/zonemd/validate', { query: { domain }, signal }),
  );
}

/** Shows who signs the zone: one signer, or several that have to agree. */
export function SignersPanel({ of: signers }: { of: Resource<Signers> }) {
  return (
    <Panel title={texts.signers}>
      <Loaded of={signers} lines={3}>
        {({ model, consistent, signers: groups, findings, errors }) => (
          <>
            <p>
              {model === null ? texts.unknownModel : texts.models[model]}
              {consistent === false && <span class="bad"> {texts.inconsistent}</span>}
            </p>
            {model !== 'none' && (groups ?? []).length > 0 && (
              <ul class="findings">
                {groups!.map(({ name_servers: servers, zone_keys: keys, denial }) => (
                  <li key={servers.join()} class="stack tight">
                    <p class="wrap">
                      <Name name={servers.join(', ')} meaning={false} />
                    </p>
                    <span class="soft small">
                      {texts.keys(keys.join(', ') || common.none)}
                      {denial !== null && `, ${texts.denials[denial]}`}
                    </span>
                  </li>
                ))}
              </ul>
            )}
            <Wrong of={findings} />
            <Unasked errors={errors} />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

/** Shows whether the zone is as its digest says, of a zone that can be transferred. */
export function DigestPanel({ of: digest }: { of: Resource<Digest> }) {
  return (
    <Panel title={texts.digest}>
      <Loaded of={digest} lines={3}>
        {({ verdict, published, server, findings, errors }) => (
          <>
            {verdict !== null ? (
              <>
                <p class={tones[verdict.status]}>{texts.digests[verdict.status]}</p>
                <p class="soft wrap">
                  {visible(verdict.message)} {server !== null && texts.from(visible(server))}
                </p>
              </>
            ) : (
              <p class="soft">{(published ?? []).length > 0 ? texts.publishedOnly : texts.noDigest}</p>
            )}
            <Wrong of={findings} />
            <Unasked errors={errors} />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function Wrong({ of: findings }: { of: Signers['findings'] }) {
  return (
    <>
      {findings
        .filter(({ status }) => status === 'fail' || status === 'warning')
        .map(({ code, message, rule }) => (
          <p key={code + message} class="wrap">
            {visible(message)} <span class="soft small">{rule}</span>
          </p>
        ))}
    </>
  );
}
