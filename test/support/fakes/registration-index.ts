import type {
  ContactKind,
  ContactQuestion,
  IndexedDomain,
  RegistrationIndex,
} from '../../../collector/ports/registrations/registration-index.ts';

/** The index in memory, with the behaviour that the port promises. */
export class FakeRegistrationIndex implements RegistrationIndex {
  readonly #domains = new Map<string, IndexedDomain>();
  readonly #erased = new Set<string>();

  async record(domains: readonly IndexedDomain[]) {
    for (const domain of domains) this.#domains.set(domain.domain, domain);
  }

  async find({ kind, value, match, limit, offset, after }: ContactQuestion) {
    const isMatch = (text: string) => (match === 'exact' ? text === value : text.includes(value));
    const all = [...this.#domains.values()]
      .toSorted((one, other) => (one.domain < other.domain ? -1 : 1))
      .flatMap((domain) => {
        const contact = domain.contacts.find((one) => one.kind === kind && isMatch(one.value));
        if (contact === undefined || this.#erased.has(`${kind} ${contact.value}`)) return [];
        return [{ ...domain, matchedOn: contact.value, role: contact.role }];
      });
    const hits = all
      .filter(({ domain }) => after === undefined || domain > after)
      .slice(offset, offset + limit);
    return { count: all.length, hits, lastSeen: hits[0]?.seenAt ?? null };
  }

  async erase(kind: ContactKind, value: string) {
    const { count } = await this.find({ kind, value, match: 'exact', limit: 1, offset: 0, after: undefined });
    this.#erased.add(`${kind} ${value}`);
    return count;
  }

  async forgetBefore() {
    return 0;
  }
}
