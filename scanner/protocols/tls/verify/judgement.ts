import type { ChainProblem, ChainProblemCode } from '../chain-problem.ts';
import type { Certificate } from '../x509/certificate.ts';
import { distinguishedNameText } from '../x509/distinguished-name.ts';

/** A role states whom a certificate of a path stands for. */
export type Role = 'server' | 'intermediate' | 'root';

export interface Judgement {
  readonly problem: ChainProblem;
  /**
   * Whether it is against the rules for those who issue, but nothing that clients in general refuse. Only strict verification
   * counts it.
   */
  readonly irregular: boolean;
}

/** Makes a judgement of a fault that every client refuses. */
export function broken(code: ChainProblemCode, message: string, rule: string, of?: Certificate): Judgement {
  return { problem: problem(code, message, rule, of), irregular: false };
}

/** Makes a judgement of a fault that is forbidden to issuers but tolerated by many clients. */
export function irregular(
  code: ChainProblemCode,
  message: string,
  rule: string,
  of?: Certificate,
): Judgement {
  return { problem: problem(code, message, rule, of), irregular: true };
}

function problem(code: ChainProblemCode, message: string, rule: string, of?: Certificate): ChainProblem {
  if (of === undefined) return { code, message, rule };
  return { code, message, rule, certificate: distinguishedNameText(of.subject) };
}
