/** The password of all people that tests create. */
export const testPassword = 'Songbird7'
/** With the cheapest parameters, which a hash carries with it: signing in takes a tenth of a millisecond. */
export const testPasswordHash =
  '$argon2id$v=19$m=8,t=1,p=1$tMuj7OYsbRePqG2CU/OXWg$nufHReMBICtuKECtg8j08KWIT4ABtKshPtmOJLih6+Q'
