/** The language of words and names that people read. The build of the dashboard in another language has that one here. */
export const LANGUAGE: string = 'en';

/** By which a browser says in which language the dashboard was chosen; without it, in the one that its headers prefer. */
export const LANGUAGE_COOKIE = 'fairlead-language';
