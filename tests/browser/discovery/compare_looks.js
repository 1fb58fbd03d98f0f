// Holds an answer of scripts that have seen the page against one of scripts that have not.
async function (vm, options) {
  const fresh = globalThis.makeLooks();
  const bare = (found) => JSON.stringify(found, (key, value) =>
    ["id", "control", "ms", "revision"].includes(key) ? undefined : value);
  const own = bare(await vm.find(options));
  const other = bare(await fresh.find(options));
  // Also of what is not in view.
  vm.forget();
  fresh.forget();
  const trees = [vm, fresh].map((each) => each.modules.standing.allTrees());
  const areTreesSame = trees[0].length === trees[1].length && trees[0].every((tree, i) => tree === trees[1][i]);
  const different = [];
  for (const tree of trees[1]) {
    const all = tree.querySelectorAll("*");
    for (let i = 0; i < all.length; i += Math.ceil(all.length / 12)) {
      const [mine, theirs] = [vm.selector(all[i]), fresh.selector(all[i])];
      if (mine !== theirs || vm.name(all[i]) !== fresh.name(all[i])) different.push([mine, theirs]);
    }
  }
  const at = [...own].findIndex((char, i) => char !== other[i]);
  const difference = own === other ? null : [own.slice(at - 200, at + 100), other.slice(at - 200, at + 100)];
  fresh.modules.changes.endRevision();
  fresh.modules.standing.drop();
  return { difference, different, areTreesSame };
}
