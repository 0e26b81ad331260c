import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { now } from '../../app/now.ts';
import { href } from '../../app/router.ts';
import { Moment } from '../../components/moment.tsx';
import { count } from '../../format/numbers.ts';
import { many } from '../../format/words.ts';
import { texts } from '../../texts/en/operate/resolvers.ts';

type Resolver = AnswerOf<'GET /api/v1/unbound/stats'>['resolvers'][number];

/** A resolver asks twice a minute; one that has not for so long does not hear of changes. */
const silentAfterMs = 3 * 60_000;

/** Shows which version of the policy a resolver holds, since when it is behind, and what it does not enforce. */
export function HeldPolicy({ resolver: { policy, modules_enabled: modules } }: { resolver: Resolver }) {
  if (policy === null) {
    return <span class="soft">{modules.includes('policy') ? texts.notTold : texts.noPolicy}</span>;
  }
  const { version, behind_since: behind, went_back_from: wentBack, told_at: told } = policy;
  const unenforced = policy.rules_not_enforced ?? 0;
  const isSilent = now.value - Date.parse(told) > silentAfterMs;
  return (
    <>
      <div class="row tight">
        <a href={href('/policy', { view: 'versions', to: String(version) })}>
          {texts.holds(String(version))}
        </a>{' '}
        {behind === null ? (
          <span class="badge good">{texts.latest}</span>
        ) : (
          <span class="badge warn">
            {texts.behind} <Moment at={behind} />
          </span>
        )}{' '}
        {wentBack !== null && <span class="badge bad">{texts.wentBack(String(wentBack))}</span>}
      </div>
      <div class="soft small">
        {isSilent ? texts.silent : texts.heldSince}{' '}
        {isSilent ? <Moment at={told} relative /> : <Moment at={policy.held_since} />}
        {policy.serial !== null && ` · ${texts.serial(String(policy.serial))}`}
        {unenforced > 0 && ` · ${many(count(unenforced), ...texts.notEnforced)}`}
      </div>
    </>
  );
}
