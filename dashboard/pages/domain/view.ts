/** The view properties are the properties that each view of the domain's page takes. */
export interface ViewProps {
  readonly domain: string;
}
