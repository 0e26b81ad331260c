import type { ComponentType } from 'preact';
import type { IconName } from '../components/icon.tsx';
import type { texts } from '../texts/en/common.ts';

export interface PageModule {
  readonly Page: ComponentType<{ params: Readonly<Record<string, string>> }>;
}

export interface Route {
  readonly name: keyof typeof texts.pages;
  /** `:name` stands for a segment. */
  readonly pattern: string;
  load(): Promise<PageModule>;
  /** The group in the navigation; pages without one are reached from others. */
  readonly group?: 'watch' | 'investigate' | 'protect' | 'operate';
  readonly icon: IconName;
  /** The key after `g` that leads there. */
  readonly key?: string;
  readonly administrator?: boolean;
  /** Whether the API keeps what it shows from viewers. */
  readonly work?: boolean;
}

/** The routes list every page with its address and its module. A page is fetched when it is opened. */
export const routes: readonly Route[] = [
  {
    name: 'overview',
    pattern: '/',
    load: () => import('../pages/overview/page.tsx'),
    group: 'watch',
    icon: 'home',
    key: 'o',
  },
  {
    name: 'queries',
    pattern: '/queries',
    load: () => import('../pages/queries/page.tsx'),
    group: 'watch',
    icon: 'list',
    key: 'q',
  },
  {
    name: 'threats',
    pattern: '/threats',
    load: () => import('../pages/threats/page.tsx'),
    group: 'watch',
    icon: 'shield',
    key: 't',
  },
  {
    name: 'encrypted',
    pattern: '/encrypted',
    load: () => import('../pages/encrypted/page.tsx'),
    group: 'watch',
    icon: 'key',
    key: 'e',
  },
  {
    name: 'threat',
    pattern: '/threats/:id',
    load: () => import('../pages/threat/page.tsx'),
    icon: 'shield',
  },
  {
    name: 'case',
    pattern: '/cases/:id',
    load: () => import('../pages/case/page.tsx'),
    icon: 'shield',
  },
  {
    name: 'domain',
    pattern: '/domain/:name',
    load: () => import('../pages/domain/page.tsx'),
    icon: 'globe',
  },
  {
    name: 'resolution',
    pattern: '/name/:name',
    load: () => import('../pages/name/page.tsx'),
    icon: 'globe',
  },
  {
    name: 'client',
    pattern: '/client/:address',
    load: () => import('../pages/client/page.tsx'),
    icon: 'user',
  },
  {
    name: 'ip',
    pattern: '/ip/:address',
    load: () => import('../pages/ip/page.tsx'),
    icon: 'globe',
  },
  {
    name: 'range',
    pattern: '/range/:range',
    load: () => import('../pages/range/page.tsx'),
    icon: 'globe',
  },
  {
    name: 'system',
    pattern: '/asn/:asn',
    load: () => import('../pages/asn/page.tsx'),
    icon: 'globe',
  },
  {
    name: 'agents',
    pattern: '/agents',
    load: () => import('../pages/agents/page.tsx'),
    group: 'operate',
    icon: 'radio',
    key: 'a',
  },
  {
    name: 'welcome',
    pattern: '/welcome',
    load: () => import('../pages/welcome/page.tsx'),
    icon: 'pulse',
  },
  {
    name: 'feeds',
    pattern: '/feeds',
    load: () => import('../pages/feeds/page.tsx'),
    group: 'protect',
    icon: 'rss',
    key: 'f',
  },
  {
    name: 'feed',
    pattern: '/feeds/:source',
    load: () => import('../pages/feed/page.tsx'),
    icon: 'rss',
  },
  {
    name: 'policy',
    pattern: '/policy',
    load: () => import('../pages/policy/page.tsx'),
    group: 'protect',
    icon: 'sliders',
    key: 'p',
  },
  {
    name: 'canaries',
    pattern: '/canaries',
    load: () => import('../pages/canaries/page.tsx'),
    group: 'protect',
    icon: 'bird',
    key: 'y',
  },
  {
    name: 'bulk',
    pattern: '/bulk',
    load: () => import('../pages/bulk/page.tsx'),
    group: 'investigate',
    icon: 'stack',
    key: 'b',
  },
  {
    name: 'domains',
    pattern: '/domains',
    load: () => import('../pages/domains/page.tsx'),
    group: 'investigate',
    icon: 'globe',
    key: 'h',
  },
  {
    name: 'addresses',
    pattern: '/addresses',
    load: () => import('../pages/addresses/page.tsx'),
    group: 'investigate',
    icon: 'network',
    key: 'i',
  },
  {
    name: 'checkFile',
    pattern: '/check-file',
    load: () => import('../pages/check-file/page.tsx'),
    group: 'investigate',
    icon: 'file',
    key: 'v',
  },
  {
    name: 'technologies',
    pattern: '/technologies',
    load: () => import('../pages/technologies/page.tsx'),
    group: 'investigate',
    icon: 'layers',
    key: 'w',
  },
  {
    name: 'certificates',
    pattern: '/certificates',
    load: () => import('../pages/certificates/page.tsx'),
    group: 'investigate',
    icon: 'seal',
    key: 'x',
  },
  {
    name: 'locations',
    pattern: '/locations',
    load: () => import('../pages/locations/page.tsx'),
    group: 'operate',
    icon: 'pin',
    key: 's',
  },
  {
    name: 'resolvers',
    pattern: '/resolvers',
    load: () => import('../pages/resolvers/page.tsx'),
    group: 'operate',
    icon: 'server',
    key: 'r',
  },
  {
    name: 'notifications',
    pattern: '/notifications',
    load: () => import('../pages/notifications/page.tsx'),
    group: 'operate',
    icon: 'bell',
    key: 'n',
    work: true,
  },
  {
    name: 'detection',
    pattern: '/detection',
    load: () => import('../pages/detection/page.tsx'),
    group: 'protect',
    icon: 'target',
    key: 'd',
  },
  {
    name: 'compliance',
    pattern: '/compliance',
    load: () => import('../pages/compliance/page.tsx'),
    group: 'investigate',
    icon: 'seal',
    key: 'c',
  },
  {
    name: 'catalogue',
    pattern: '/catalogue',
    load: () => import('../pages/catalogue/page.tsx'),
    group: 'operate',
    icon: 'grid',
    key: 'l',
  },
  {
    name: 'courses',
    pattern: '/courses',
    load: () => import('../pages/courses/page.tsx'),
    group: 'operate',
    icon: 'book',
    key: 'u',
  },
  {
    name: 'account',
    pattern: '/account',
    load: () => import('../pages/account/page.tsx'),
    group: 'operate',
    icon: 'key',
    key: 'k',
  },
  {
    name: 'administration',
    pattern: '/administration',
    load: () => import('../pages/administration/page.tsx'),
    group: 'operate',
    icon: 'gear',
    key: 'm',
    administrator: true,
  },
];
