# The formula of Homebrew. packaging/formula.sh fills in the words between @ signs; a release attaches the result.
class Rulebook < Formula
  desc "Plays card games, board games and Magic from a file of rules"
  homepage "@REPOSITORY@"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/rulebook-@VERSION@-aarch64-apple-darwin.tar.gz"
      sha256 "@SHA256:aarch64-apple-darwin@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/rulebook-@VERSION@-x86_64-apple-darwin.tar.gz"
      sha256 "@SHA256:x86_64-apple-darwin@"
    end
  end

  on_linux do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/rulebook-@VERSION@-aarch64-unknown-linux-gnu.tar.gz"
      sha256 "@SHA256:aarch64-unknown-linux-gnu@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/rulebook-@VERSION@-x86_64-unknown-linux-gnu.tar.gz"
      sha256 "@SHA256:x86_64-unknown-linux-gnu@"
    end
  end

  def install
    bin.install "rulebook"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/rulebook.bash" => "rulebook"
    zsh_completion.install "completions/_rulebook"
    fish_completion.install "completions/rulebook.fish"
  end

  test do
    assert_match "hearts", shell_output("#{bin}/rulebook list")
    system bin/"rulebook", "check", "hearts"
  end
end
