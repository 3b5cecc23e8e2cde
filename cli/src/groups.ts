/** The first words of two-word commands, for the help. */
export const GROUPS: Readonly<
  Record<string, { readonly summary: string; readonly aliases: readonly string[] } | undefined>
> = {
  profile: { summary: 'Servers and accounts that this machine knows', aliases: ['profiles'] },
  project: { summary: 'Projects of the person who is signed in', aliases: ['projects'] },
  link: { summary: 'Make, find, change and explain links', aliases: ['links'] },
  domain: { summary: 'Link domains and their DNS', aliases: ['domains'] },
  app: { summary: 'The iOS and the Android app of a project', aliases: ['apps'] },
  key: { summary: 'App keys', aliases: ['keys'] },
  identity: { summary: 'Who is believed about whose an installation is', aliases: [] },
  member: { summary: 'People of a project', aliases: ['members'] },
  clicks: { summary: 'Where clicks are stored', aliases: [] },
  export: { summary: 'Exports of links with their numbers', aliases: ['exports'] },
};
