/**
 * User agents from corpora of others (`crawler-user-agents`, `user-agents`) that are judged otherwise than
 * their authors do, each with the reason. Nothing else may differ: a new one is either a mistake of ours, or a
 * line here.
 */
export const CRAWLERS_THAT_ARE_PEOPLE: ReadonlyMap<string, string> = new Map([
  [
    'Mozilla/5.0 (Linux; Android 15; CPH2557 Build/AP3A.240617.008; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.7444.142 Mobile Safari/537.36 Instagram 406.0.0.58.159 Android (35/15; 480dpi; 1080x2400; OPPO; CPH2557; OP573DL1; mt6833; en_MY; 822918295; IABMV/1) NV/1',
    "Instagram's own webview on an OPPO phone; listed for its build, which every phone of that model has.",
  ],
  [
    'Mozilla/5.0 (Linux; Android 16; Pixel 10 Pro XL Build/CP1A.260305.018; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/146.0.7680.174 Mobile Safari/537.36 MetaIAB Facebook',
    "Facebook's own webview on a Pixel, where people tap links.",
  ],
]);

/** Browsers of people that are counted as bots: none. */
export const PEOPLE_WHO_ARE_BOTS: ReadonlyMap<string, string> = new Map();
