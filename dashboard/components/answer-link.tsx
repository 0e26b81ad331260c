import { href, segment } from '../app/router.ts';
import { carried } from '../app/time-range.ts';
import { DomainLink, Name } from './name.tsx';

/** The data of a record: addresses and names lead to their pages. */
export function AnswerLink({ type, data }: { type: string; data: string }) {
  if (type === 'A' || type === 'AAAA') {
    return (
      <a href={href(`/ip/${segment(data)}`, carried())}>
        <Name name={data} />
      </a>
    );
  }
  if (type === 'CNAME' || type === 'NS' || type === 'PTR' || type === 'DNAME')
    return <DomainLink name={data} />;
  return <Name name={data} meaning={false} />;
}
