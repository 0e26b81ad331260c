import type {
  TechnologyChange,
  TechnologyLook,
  TechnologyStore,
} from '../../../../collector/ports/technologies/technology-store.ts';
import {
  type DetectionRow,
  mergeLook,
  type SeenPage,
} from '../../../../collector/storage/postgres/technologies/merge-look.ts';

/** What sites are made of, in memory, with the behaviour that the port promises. */
export class FakeTechnologies implements TechnologyStore {
  readonly #looks = new Map<string, { first: Date; look: TechnologyLook }>();
  readonly #rows = new Map<string, DetectionRow>();
  readonly #pages = new Map<string, readonly SeenPage[]>();
  #changes: TechnologyChange[] = [];

  async record(looks: readonly TechnologyLook[]) {
    const all = looks.flatMap((look) => {
      const known = [...this.#rows.values()].filter(({ domain }) => domain === look.domain);
      this.#looks.set(look.domain, { first: this.#looks.get(look.domain)?.first ?? look.at, look });
      const { rows, changes, pages } = mergeLook(look, known, this.#pages.get(look.domain) ?? []);
      this.#pages.set(look.domain, pages);
      for (const row of rows) this.#rows.set(`${row.domain}\n${row.category}\n${row.name}`, row);
      return changes;
    });
    this.#changes = [...all.toReversed(), ...this.#changes];
    return [...all];
  }

  async statistics() {
    const rows = this.#present();
    const times = [...this.#looks.values()].map(({ look }) => look.at.getTime());
    return {
      websites: this.#looks.size,
      technologies: new Set(rows.map(({ name }) => name)).size,
      categories: new Set(rows.map(({ category }) => category)).size,
      detections: rows.length,
      lastScan: times.length === 0 ? null : new Date(Math.max(...times)),
    };
  }

  async top({ category, limit }: { category: string | undefined; limit: number }) {
    return this.#used(
      (row) => category === undefined || row.category.toLowerCase() === category.toLowerCase(),
    ).slice(0, limit);
  }

  async categories(topOfEach: number) {
    return [...Map.groupBy(this.#present(), ({ category }) => category)].map(([category, rows]) => {
      const used = this.#used((row) => row.category === category);
      return {
        category,
        websites: new Set(rows.map(({ domain }) => domain)).size,
        technologies: used.length,
        top: used.slice(0, topOfEach).map(({ name, websites }) => ({ name, websites })),
      };
    });
  }

  async website(domain: string) {
    const known = this.#looks.get(domain);
    if (known === undefined) return undefined;
    const { url, serverIp, title, at } = known.look;
    return {
      ...{ domain, url, serverIp, title },
      firstScannedAt: known.first,
      lastScannedAt: at,
      technologies: [...this.#rows.values()]
        .filter((row) => row.domain === domain)
        .map((row) => ({
          ...row,
          vulnerabilities: row.vulnerabilities ?? null,
          firstSeen: row.first_seen,
          lastSeen: row.last_seen,
          goneAt: row.gone_at,
        })),
      changes: this.#changes.filter((change) => change.domain === domain),
    };
  }

  async using(name: string, { limit, offset, version }: Parameters<TechnologyStore['using']>[1]) {
    const rows = this.#present().filter((row) => row.name.toLowerCase() === name.toLowerCase());
    const found = rows.filter(
      (row) => version === undefined || row.version === version || row.version?.startsWith(`${version}.`),
    );
    if (rows[0] === undefined) return undefined;
    return {
      name: rows[0].name,
      category: rows[0].category,
      count: found.length,
      websites: found.slice(offset, offset + limit).map((row) => ({
        domain: row.domain,
        version: row.version,
        confidence: row.confidence,
        firstSeen: row.first_seen,
        lastSeen: row.last_seen,
      })),
    };
  }

  async search(text: string, limit: number) {
    const technologies = this.#used(({ name }) => name.toLowerCase().includes(text.toLowerCase()));
    const websites = [...this.#looks.values()].filter(({ look }) => look.domain.includes(text.toLowerCase()));
    return {
      technologies: technologies.slice(0, limit),
      websites: websites.slice(0, limit).map(({ look }) => ({
        domain: look.domain,
        technologies: this.#present().filter(({ domain }) => domain === look.domain).length,
        lastScannedAt: look.at,
      })),
    };
  }

  async forgetBefore() {
    return 0;
  }

  #present(): DetectionRow[] {
    return [...this.#rows.values()].filter((row) => row.gone_at === null);
  }

  #used(isWanted: (row: DetectionRow) => boolean) {
    return [
      ...Map.groupBy(
        this.#present().filter(isWanted),
        ({ category, name }) => `${category}\n${name}`,
      ).values(),
    ]
      .map((rows) => ({ name: rows[0]!.name, category: rows[0]!.category, websites: rows.length }))
      .toSorted((one, other) => other.websites - one.websites || (one.name < other.name ? -1 : 1));
  }
}
