import { texts } from '../texts/en/common.ts';

export type SeverityName = keyof typeof texts.severity;
const order: readonly SeverityName[] = ['info', 'low', 'medium', 'high', 'critical'];

/** Shows a severity in words, colour and shape: as many bars as it is severe. */
export function Severity({ severity }: { severity: SeverityName }) {
  const level = order.indexOf(severity);
  return (
    <span class="severity" data-severity={severity}>
      <svg width="14" height="12" viewBox="0 0 14 12" aria-hidden="true">
        {[1, 2, 3, 4].map((bar) => (
          <rect
            key={bar}
            x={(bar - 1) * 3.6}
            y={12 - bar * 3}
            width="2.6"
            height={bar * 3}
            rx="0.8"
            fill="currentColor"
            opacity={bar <= level ? 1 : 0.25}
          />
        ))}
      </svg>
      {texts.severity[severity]}
    </span>
  );
}

/** Returns a number for sorting: the more severe, the greater. */
export function severityOrder(severity: SeverityName): number {
  return order.indexOf(severity);
}
