import type { PolicyChange, PolicyDocument } from '@sonde/shared/policy/document.ts';
import { policySignatureHeader, signPolicy } from '@sonde/shared/policy/signature.ts';
import type { PolicyRuleStore } from '../../../ports/resolvers/policy-rules.ts';

export interface PolicyPorts {
  readonly policyRules: Pick<PolicyRuleStore, 'state' | 'rules' | 'changes'>;
}

export interface PolicyQuestion {
  readonly accountId: number;
  readonly resolverId: number;
  /** The version that the resolver has. */
  readonly since: number | undefined;
  /** The resolver's key for the module policy, which both sides know and nobody else. */
  readonly secret: string;
}

/** Writes the entity tag of a version of a resolver's policy. */
export function policyTag(resolverId: number, version: number): string {
  return `"${resolverId}-${version}"`;
}

/** Signs the policy of a resolver, or the step to it from the version that it has, for that resolver. */
export async function signedPolicy(
  { accountId, resolverId, since, secret }: PolicyQuestion,
  { policyRules }: PolicyPorts,
): Promise<{ bytes: Buffer; entityTag: string; headers: Record<string, string> }> {
  const change = since === undefined ? undefined : await policyRules.changes(accountId, resolverId, since);
  const id = String(resolverId);
  let update: PolicyDocument | PolicyChange;
  if (change !== undefined && since !== undefined) {
    const { version, changedAt, put, removed } = change;
    const issued = { version, issued_at: changedAt.toISOString() };
    update = { resolver_id: id, from_version: since, ...issued, removed, put };
  } else {
    const { version, changedAt, rules } = await policyRules.rules(accountId, resolverId);
    update = { resolver_id: id, version, issued_at: changedAt.toISOString(), rules };
  }
  const bytes = Buffer.from(JSON.stringify(update));
  const signature = signPolicy(bytes, { kind: 'hmac-sha256', secret });
  return {
    bytes,
    entityTag: policyTag(resolverId, update.version),
    headers: { [policySignatureHeader]: signature },
  };
}
