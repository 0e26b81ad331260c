/** A subject of the measurement is a path of one of the servers. */
export interface Subject {
  readonly title: string;
  readonly server: ServerName;
  readonly path: string;
}

export type ServerName = 'hello' | 'memory' | 'collector';

const locations = '/api/v1/dns-monitoring/locations';

/** The other subjects are compared with the first one. */
export const subjects: readonly Subject[] = [
  { title: 'bare Koa, "hello"', server: 'hello', path: locations },
  { title: 'GET locations, store in memory', server: 'memory', path: locations },
  {
    title: 'GET check, whole collector',
    server: 'collector',
    path: '/api/v1/threat-intel/check/www.example.com',
  },
  { title: 'GET locations, whole collector', server: 'collector', path: locations },
];
