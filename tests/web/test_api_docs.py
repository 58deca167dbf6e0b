"""The page of the API's documentation in a real browser: under the policy of all pages, with a filter."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.browser.pages import Table


def test_the_documentation_of_the_api_breaks_no_rule_of_its_policy(in_modules: Table) -> None:
    # Given
    page = in_modules.open("/api/docs")
    tags = page.locator(".opblock-tag")
    expect(tags.first).to_be_visible()
    everything = tags.count()

    # When somebody looks for an app, and opens one of its operations
    page.locator(".operation-filter-input").fill("leagues")
    expect(tags).to_have_count(1)
    tags.click()
    page.locator("#operations-leagues-leagues_list").click()

    # Then
    expect(page.locator("#operations-leagues-leagues_list .opblock-description")).to_contain_text("newest first")

    assert everything > 10
    assert in_modules.faults == []
    assert [address for address in in_modules.requests if not address.startswith((in_modules.address, "data:"))] == []
