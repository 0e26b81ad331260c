/** What each view of the domain's page is given. */
export interface ViewProps {
  readonly domain: string;
}
