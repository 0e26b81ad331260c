/** The media type of TAXII 2.1 (section 1.6.8.1). */
export const taxiiMediaType = 'application/taxii+json;version=2.1';
