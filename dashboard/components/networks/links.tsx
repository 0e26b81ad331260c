import { href, segment } from '../../app/router.ts';
import { carried } from '../../app/time-range.ts';
import { visible } from '../../format/visible-name.ts';
import { texts } from '../../texts/en/investigate/networks.ts';
import { Name } from '../name.tsx';

/** Writes the address of the page of an autonomous system. */
export function systemHref(asn: number | string): string {
  return href(`/asn/${segment(String(asn))}`, carried());
}

/** Writes the address of the page of a range. */
export function rangeHref(range: string): string {
  return href(`/range/${segment(range)}`, carried());
}

/** Shows an autonomous system by its number, which leads to its page, and its name if one is known. */
export function SystemLink({ asn, name = null }: { asn: number; name?: string | null }) {
  return (
    <>
      <a class="counted" href={systemHref(asn)}>
        {texts.system(String(asn))}
      </a>
      {name !== null && ` ${visible(name)}`}
    </>
  );
}

/** Shows the systems that announce a prefix, by their numbers; none is nobody. The name is the first one's. */
export function Systems({ of: systems, name = null }: { of: readonly number[]; name?: string | null }) {
  if (systems.length === 0) return <span class="soft">{texts.nobody}</span>;
  return (
    <>
      {systems.map((asn, index) => (
        <span key={asn}>
          {index > 0 && ', '}
          <SystemLink asn={asn} name={index === 0 ? name : null} />
        </span>
      ))}
    </>
  );
}

/** Shows a range of addresses that leads to its own page. */
export function RangeLink({ range }: { range: string }) {
  return (
    <a class="counted" href={rangeHref(range)}>
      <Name name={range} meaning={false} />
    </a>
  );
}
