/** The password of all people that tests create. */
export const testPassword = 'Songbird7'
/** Made with the cheapest parameters, which are part of the hash, so that signing in takes a tenth of a millisecond. */
export const testPasswordHash =
  '$argon2id$v=19$m=8,t=1,p=1$tMuj7OYsbRePqG2CU/OXWg$nufHReMBICtuKECtg8j08KWIT4ABtKshPtmOJLih6+Q'
