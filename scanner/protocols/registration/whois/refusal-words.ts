/*
 * Both are held against an answer of any make: nothing in them may run on over lines, or over all that is left at every place.
 * What registries write below every answer ("queries are rate limited") is no refusal.
 */

/** The limiting words say that the server wants to be asked less often, or not by us. */
export const limitedWords =
  /\b(?:query|request|access|rate|connection|whois|lookup)s?\s+(?:rate |limit |control ){0,3}(?:limit\b|quota\b|exceeded)|quota (?:exceeded|for .{1,60} has been exceeded)|(?:reached|exceeded) (?:the|your) .{0,40}(?:limit|quota)|exceeded allowed|exceeds? the limit|too many (?:requests|queries|connections|connection attempts)|number of allowed queries exceeded|excessive (?:querying|queries)|temporarily (?:blocked|denied)|black ?listed|been banned|access denied for|not allowed to connect|requests of this client are not permitted|queried interval is too short|only \d{1,6} (?:requests?|queries|query) per /i;

/** The absence words say that nobody has the domain. */
export const absentWords =
  /^[%#>* \t]{0,20}(?:error:\d{1,9}:? {0,3})?(?:no (?:data |object )?found\b|no (?:exact )?match(?:es|ing)?\b|not found\b|no data (?:was )?found|no entries found|no object found|no_se_encontro_el_objeto|(?:the )?(?:requested )?domain (?:name )?(?:was )?(?:not found|is not registered|has not been registered)|nothing found|no such domain|object does not exist|the queried object does not exist|no information available about domain|we do not have an entry|el dominio no se encuentra registrado|domain name \[?[^\s\]]{1,255}\]? does not exist|(?:domain )?"?[^\s"]{1,255}"?:?(?: -)? (?:is free|not found|no match|no entries|is available for (?:registration|purchase)))/im;
