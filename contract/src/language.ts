/** The language of words and names that people read. The build of the dashboard in another language has that one here. */
export const LANGUAGE: string = 'en';
