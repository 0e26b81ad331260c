import type { AnswerOf } from '@sonde/client/operation-types.ts';
import type { Resource } from '../../app/resource.ts';
import { Name } from '../../components/name.tsx';
import { Panel } from '../../components/panel.tsx';
import { Loaded } from '../../components/state.tsx';
import { ratio } from '../../format/numbers.ts';
import { visible } from '../../format/visible-name.ts';
import { texts } from '../../texts/en/investigate/setup.ts';
import { Unasked } from './unasked.tsx';

type Fingerprint = AnswerOf<'GET /api/v2/fingerprint/domain'>;
type ProviderRole = keyof typeof texts.providerRoles;
type Trait = keyof typeof texts.characteristics;

/** Shows the providers that a domain was recognised to be served by, and what told of them. */
export function Providers({ of: found }: { of: Resource<Fingerprint> }) {
  return (
    <Panel title={texts.providers}>
      <Loaded of={found} lines={5}>
        {({ providers, characteristics, evidence, errors }) => (
          <>
            <Found providers={providers} traits={characteristics} />
            {(evidence ?? []).length > 0 && <Evidence of={evidence!} />}
            <Unasked errors={errors} />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function Found({
  providers,
  traits,
}: {
  providers: Fingerprint['providers'];
  traits: Fingerprint['characteristics'];
}) {
  const named = (Object.keys(texts.providerRoles) as ProviderRole[]).flatMap((role) => {
    const who = [providers?.[role] ?? []].flat();
    return who.length === 0 ? [] : [[texts.providerRoles[role], who.map(visible).join(', ')] as const];
  });
  const seems = (Object.keys(texts.characteristics) as Trait[])
    .filter((trait) => traits?.[trait] === true)
    .map((trait) => texts.characteristics[trait]);
  if (named.length === 0 && seems.length === 0) return <p class="soft">{texts.noProviders}</p>;
  return (
    <dl class="facts">
      {named.map(([role, who]) => (
        <>
          <dt key={`${role} key`}>{role}</dt>
          <dd key={role}>{who}</dd>
        </>
      ))}
      {seems.length > 0 && <dt>{texts.traits}</dt>}
      {seems.length > 0 && <dd>{seems.join(', ')}</dd>}
    </dl>
  );
}

function Evidence({ of: evidence }: { of: NonNullable<Fingerprint['evidence']> }) {
  return (
    <details>
      <summary>{texts.evidence}</summary>
      <ul class="report-lines small">
        {evidence.map(({ provider, role, source, value, confidence }) => (
          <li key={`${provider} ${role} ${source} ${value}`}>
            {visible(provider)} ({texts.providerRoles[role]}): {visible(source)}{' '}
            <Name name={value} meaning={false} /> <span class="soft">{texts.sure(ratio(confidence))}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
