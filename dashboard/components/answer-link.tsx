import { AddressNote } from './address-note.tsx';
import { AddressLink, DomainLink, Name } from './name.tsx';

/** Shows the data of a record: addresses and names lead to their pages. */
export function AnswerLink({ type, data }: { type: string; data: string }) {
  if (type === 'A' || type === 'AAAA') {
    return (
      <>
        <AddressLink address={data} />
        <AddressNote address={data} />
      </>
    );
  }
  if (type === 'CNAME' || type === 'NS' || type === 'PTR' || type === 'DNAME')
    return <DomainLink name={data} />;
  return <Name name={data} meaning={false} />;
}
