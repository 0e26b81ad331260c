import { isAtOrBelow } from '@sonde/shared/dns/name-relations.ts';
import type { CraftedForm } from '../../names/crafted-form.ts';
import type { RowDetector } from '../../row-detector.ts';
import { rowTraits } from '../../rows/row-traits.ts';
import { OncePerDay } from '../../state/once-per-day.ts';
import { isPage } from './known-services.ts';
import { seen } from './seen.ts';

const remembered = 20_000;
/** A ticket that was given out later than it is asked for tells of clocks that differ. */
const clockSeconds = 86_400;
const longestSubject = 40;

interface Finding {
  readonly severity: 'low' | 'medium' | 'high';
  /** What the subject names beside the client. */
  readonly about: string;
  readonly what: string;
  readonly evidence: Readonly<Record<string, string | number>>;
}

/**
 * Detects look-ups that a program was made to do from outside: names below services that catch them, names with a ticket
 * of such a service below a domain that nobody knows, and expressions that a vulnerable program evaluates.
 */
export function createCallbackServiceDetector(): RowDetector {
  const told = new OncePerDay(remembered);
  return {
    name: 'callback_service',
    tables: [told],
    needs: rowTraits.told,
    observe: (row, { callbackService }, report) => {
      const { known, crafted } = row.name;
      if (crafted === undefined && known?.kind !== 'catcher') return;
      const { text, registrable } = row.name;
      const at = row.observedSeconds;
      const found =
        (crafted?.kind === 'expression' ? expression(crafted) : undefined) ??
        (known?.kind === 'catcher' ? caught(text, known) : undefined) ??
        ticket(crafted, registrable ?? text, at, callbackService.ticketDays);
      if (found === undefined) return;
      const { severity, about, what, evidence } = found;
      if (!told.isFirst(`${row.locationId} ${row.clientAddress} ${about} ${severity}`, at)) return;
      report.add(row, {
        type: 'callback_service',
        severity,
        subject: `${row.clientAddress} ${about}`,
        technique: 'T1190',
        message: `${row.clientAddress} asked for ${text}: ${what}`,
        evidence: { ...evidence, ...seen(row), thresholds: { ...callbackService } },
      });
    },
  };
}

function expression({ label }: CraftedForm): Finding {
  return {
    severity: 'medium',
    about: label.slice(0, longestSubject),
    what: 'an expression that a vulnerable program would have evaluated',
    evidence: { method: 'a look-up expression in the name', expression: label },
  };
}

function caught(
  name: string,
  { names, operator, source }: { names: readonly string[]; operator: string; source: string },
): Finding | undefined {
  const domain = names.find((one) => isAtOrBelow(name, one))!;
  const before = name.slice(0, Math.max(0, name.length - domain.length - 1));
  if (isPage(before)) return undefined;
  return {
    severity: 'medium',
    about: domain,
    what: `a look-up that ${operator} records for the person who caused it`,
    evidence: {
      method: 'a name below a known service that records look-ups',
      operator,
      listed_name: domain,
      list: source,
    },
  };
}

/** A label that has the form of a ticket counts if it was given out lately: one in two thousand does by chance. */
function ticket(
  crafted: CraftedForm | undefined,
  domain: string,
  at: number,
  days: number,
): Finding | undefined {
  if (crafted?.kind !== 'ticket') return undefined;
  const age = at - crafted.givenAt;
  if (age < -clockSeconds || age > days * 86_400) return undefined;
  return {
    severity: 'medium',
    about: domain,
    what: 'a look-up with a token of a service that records look-ups',
    evidence: {
      method: 'the form of an interactsh token, and the time in it',
      ticket: crafted.label,
      given_at: new Date(crafted.givenAt * 1_000).toISOString(),
    },
  };
}
